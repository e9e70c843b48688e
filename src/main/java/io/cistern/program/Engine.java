package io.cistern.program;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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

    /** Returns the source of the linear layers in 32-bit floats that this engine runs fastest. */
    public static String denseLibrary() {
        return DenseLibraryHolder.PROBED;
    }

    /** Returns how 8-bit integers can be multiplied here, found out by a product that is known. */
    public static IntegerArithmetic integerArithmetic() {
        return IntegerArithmeticHolder.PROBED;
    }

    /** Returns whether this CPU multiplies 16-bit brain floats in hardware, clearly faster than 32-bit floats. */
    public static boolean multipliesBrainFloatsFast() {
        return BrainFloatsHolder.PROBED;
    }

    /**
     * Returns whether this CPU multiplies 8-bit integers in tiles and the engine lets it: with many rows that is faster
     * than the engine's own packed product. It depends on nothing that is measured, so results are those of every start.
     */
    public static boolean multipliesIntegersInTiles() {
        return IntegerTilesHolder.PROBED;
    }

    /** What a CPU can do with 8-bit integers. */
    public enum IntegerArithmetic {
        /** 8-bit activations times 8-bit weights are exact. */
        EXACT,
        /** Sums of pairs saturate at 16 bits, so activations are kept to 7 bits. */
        SATURATING,
        /** The engine has no 8-bit kernels for this CPU. */
        NONE;

        /** Returns the quantisation steps of an activation on each side of zero. */
        public int levels() {
            return this == EXACT ? 127 : 63;
        }
    }

    private static final class IntegerArithmeticHolder {

        private static final int INNER = 256;
        private static final IntegerArithmetic PROBED = probe();

        private static IntegerArithmetic probe() {
            try (NDManager scope = newScope();
                    TensorProgram probe = TensorProgram.builder("Probe", "probe")
                            .libraries("quantization")
                            .load(scope)) {
                for (int rows : new int[] {1, 4, 33}) {
                    NDArray product = probe.compute(scope, "multiply", rows, INNER);
                    for (float value : product.toFloatArray()) {
                        if (Math.abs(value - INNER) > INNER * 1e-3f) {
                            return IntegerArithmetic.SATURATING;
                        }
                    }
                }
                return IntegerArithmetic.EXACT;
            } catch (ai.djl.engine.EngineException ex) {
                return IntegerArithmetic.NONE;
            }
        }
    }

    /** Returns whether the CPU has one of these instruction sets; known on Linux only. */
    private static boolean hasInstructions(String... names) {
        Path cpu = Path.of("/proc/cpuinfo");
        try {
            String flags = Files.exists(cpu) ? Files.readString(cpu) : "";
            return Arrays.stream(names).anyMatch(flags::contains);
        } catch (IOException ex) {
            return false;
        }
    }

    private static final class IntegerTilesHolder {

        private static final int ROWS = 64;
        private static final int INNER = 256;
        private static final boolean PROBED = hasInstructions("amx_int8") && isExact();

        private static boolean isExact() {
            try (NDManager scope = newScope();
                    TensorProgram probe = TensorProgram.builder("ProbeInt8", "probe_int8")
                            .libraries("dense_int8")
                            .load(scope)) {
                for (float value : probe.compute(scope, "multiply", ROWS, INNER).toFloatArray()) {
                    if (Math.abs(value - INNER) > INNER * 1e-3f) {
                        return false;
                    }
                }
                return true;
            } catch (ai.djl.engine.EngineException ex) {
                return false;
            }
        }
    }

    private static final class BrainFloatsHolder {

        private static final double CLEARLY_FASTER = 0.7;
        private static final int TIMES = 10;
        private static final int REPETITIONS = 3;
        private static final boolean PROBED = hasInstructions("amx_bf16", "avx512_bf16") && isFaster();

        private static boolean isFaster() {
            try (NDManager scope = newScope();
                    TensorProgram probe = TensorProgram.builder("ProbeBfloat16", "probe_bfloat16")
                            .libraries("dense_bfloat16")
                            .library("dense", denseLibrary())
                            .load(scope)) {
                return shortest(probe, true) < CLEARLY_FASTER * shortest(probe, false);
            }
        }

        private static long shortest(TensorProgram probe, boolean brainFloats) {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < REPETITIONS; i++) {
                long start = System.nanoTime();
                probe.run("multiply", brainFloats, TIMES);
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
            return shortest;
        }
    }

    /** Which of the libraries runs, and which is the fastest for a layer as wide as a vocabulary. */
    private static final class DenseLibraryHolder {

        private static final String GENERAL = "dense_general";
        private static final List<String> PACKED = List.of("dense_onednn", "dense_onednn_parts");
        private static final int OUTPUTS = 32_768;
        private static final int INNER = 256;
        private static final int REPETITIONS = 8;
        private static final String PROBED = fastest();

        private static String fastest() {
            String fastest = GENERAL;
            long shortest = Long.MAX_VALUE;
            for (String library : PACKED) {
                long nanos = shortest(library);
                if (nanos < shortest) {
                    shortest = nanos;
                    fastest = library;
                }
            }
            return fastest;
        }

        /** Returns the shortest time of a product of one row, or the largest number where the library does not run. */
        private static long shortest(String library) {
            try (NDManager scope = newScope();
                    TensorProgram probe = TensorProgram.builder("ProbeDense", "probe_dense")
                            .library("dense", library)
                            .denseLists("packed")
                            .load(scope)) {
                probe.run("load", OUTPUTS, INNER, 1);
                long shortest = Long.MAX_VALUE;
                for (int i = 0; i < REPETITIONS; i++) {
                    long start = System.nanoTime();
                    try (NDArray product = probe.compute(scope, "multiply", 1, INNER)) {
                        shortest = Math.min(shortest, System.nanoTime() - start);
                    }
                }
                return shortest;
            } catch (ai.djl.engine.EngineException ex) {
                return Long.MAX_VALUE;
            }
        }
    }
}
