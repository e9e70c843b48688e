package io.cistern.program;

import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.function.Supplier;

/** The tensor engine of this process: prepared once, before anything else touches it. */
public final class Engine {

    private static final String NAME = "PyTorch";

    private Engine() {}

    /**
     * Sets what the engine reads once when it loads: nothing is downloaded or reported, and programs run on this many
     * threads. Has no effect after the engine was loaded. Memory that the engine frees goes back to the system from now
     * on.
     *
     * @param threads threads of one program call; 0 leaves one per core
     */
    public static void prepare(int threads) {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("ai.djl.pytorch.graph_optimizer", "false");
        if (threads > 0) {
            System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(threads));
        }
        OpenMp.waitShortly();
        NativeHeap.keepTrimmed();
    }

    /** Returns the version of the native library. */
    public static String version() {
        return NAME + " " + ai.djl.engine.Engine.getEngine(NAME).getVersion();
    }

    /** Returns the threads of one program call. */
    public static int threads() {
        ai.djl.engine.Engine.getEngine(NAME);
        return TeamSize.CONFIGURED;
    }

    /** The engine's own count follows the last thread that set one, so the first is remembered. */
    private static final class TeamSize {

        private static final int CONFIGURED = JniUtils.getNumThreads();
    }

    /** Opens a scope that owns native arrays until it is closed. */
    public static NDManager newScope() {
        return ai.djl.engine.Engine.getEngine(NAME).newBaseManager();
    }

    /**
     * Makes the calling thread one that decodes: without the graph optimiser, which would compile anew at every new
     * shape, and with all the threads of the engine. Both switches are per thread.
     */
    public static void prepareThread() {
        threads();
        JniUtils.setGraphExecutorOptimize(false);
        JniUtils.setNumThreads(TeamSize.CONFIGURED);
    }

    /** Runs a task without helpers. */
    static <T> T alone(Supplier<T> task) {
        int team = JniUtils.getNumThreads();
        JniUtils.setNumThreads(1);
        try {
            return task.get();
        } finally {
            JniUtils.setNumThreads(team);
        }
    }
}
