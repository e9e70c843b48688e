package io.cistern.program;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Memory that the C library gives the engine, and keeps when the engine has freed it: arrays of every length leave holes
 * of every size, and resident memory would grow for hours.
 */
final class NativeHeap {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final String JVM_COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final String TRIM = "systemTrimNativeHeap";

    private NativeHeap() {}

    /** From now on gives free pages back to the system every few seconds. */
    static void keepTrimmed() {
        Trimming.start();
    }

    /** Returns whether this JVM can give free pages back: it can on Linux with glibc. */
    static boolean trim() {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(JVM_COMMANDS), TRIM, null, null);
            return true;
        } catch (JMException ex) {
            return false;
        }
    }

    /** One thread for the life of the process, however often it is asked for. */
    private static final class Trimming {

        private static final ScheduledExecutorService THREAD = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "trim-native-heap");
            thread.setDaemon(true);
            return thread;
        });

        static {
            THREAD.scheduleWithFixedDelay(
                    Trimming::trimOrEnd, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }

        static void start() {
            // loading the class starts the thread
        }

        private static void trimOrEnd() {
            if (!trim()) {
                THREAD.shutdown();
            }
        }
    }
}
