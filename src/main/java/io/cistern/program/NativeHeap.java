package io.cistern.program;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Memory that the C library gives the engine, and keeps when the engine has freed it: arrays of every length leave holes
 * of every size, and resident memory would grow for hours.
 */
public final class NativeHeap {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final String JVM_COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final String TRIM = "systemTrimNativeHeap";

    private static final AtomicBoolean keptTrimmed = new AtomicBoolean();

    private NativeHeap() {}

    /** From now on gives free pages back every few seconds, on one thread, as long as the process lives. */
    static void keepTrimmed() {
        if (keptTrimmed.compareAndSet(false, true)) {
            Thread thread = new Thread(NativeHeap::keepTrimming, "trim-native-heap");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void keepTrimming() {
        try {
            do {
                Thread.sleep(INTERVAL.toMillis());
            } while (trim());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives free pages back to the system; returns whether this JVM can: it can on Linux with glibc. */
    public static boolean trim() {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(JVM_COMMANDS), TRIM, null, null);
            return true;
        } catch (JMException ex) {
            return false;
        }
    }
}
