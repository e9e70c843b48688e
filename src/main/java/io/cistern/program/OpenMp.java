package io.cistern.program;

import com.sun.jna.Function;
import com.sun.jna.Platform;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The library that shares the engine's work out to its threads. It reads its settings when the engine loads it. */
final class OpenMp {

    private static final Logger log = LoggerFactory.getLogger(OpenMp.class);

    /** Rounds for which a thread waits awake for the others, some 50 µs here; the library's own number is 300,000. */
    private static final String ROUNDS = "GOMP_SPINCOUNT";

    private static final String SHORT = "2000";
    private static final String POLICY = "OMP_WAIT_POLICY";

    private OpenMp() {}

    /**
     * Lets threads fall asleep soon if whom they wait for has no core, so that who has the core can end: on a busy machine
     * calls take half of the time or less ({@code docs/decisions/0012}). What the environment sets stays.
     */
    static void waitShortly() {
        if (Platform.isLinux() && leavesWaitingToUs(System.getenv())) {
            setVariable(ROUNDS, SHORT);
        }
    }

    static boolean leavesWaitingToUs(Map<String, String> environment) {
        return Stream.of(ROUNDS, POLICY).noneMatch(environment::containsKey);
    }

    /** Sets a variable for native code; Java's own copy of the environment stays as it is. */
    static void setVariable(String name, String value) {
        try {
            Function.getFunction(Platform.C_LIBRARY_NAME, "setenv").invokeInt(new Object[] {name, value, 1});
        } catch (UnsatisfiedLinkError ex) {
            log.debug("the C library cannot be called: {} is left as it is", name, ex);
        }
    }
}
