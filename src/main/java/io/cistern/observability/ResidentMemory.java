package io.cistern.observability;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A gauge of the memory that this process holds in RAM, heap and native arrays together; only Linux tells it. */
final class ResidentMemory implements MeterBinder {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String KEY = "VmRSS:";
    private static final int BYTES_PER_KB = 1024;

    @Override
    public void bindTo(MeterRegistry registry) {
        if (Files.isReadable(STATUS)) {
            Gauge.builder("process.memory.usage", ResidentMemory::bytes)
                    .description("Physical memory in use: the Java heap, weights, caches and everything else")
                    .baseUnit(BaseUnits.BYTES)
                    .register(registry);
        }
    }

    /** Reads a line such as {@code VmRSS:     812345 kB}. */
    static double bytes() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(KEY))
                    .map(line -> line.substring(KEY.length()).replace("kB", "").strip())
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) * BYTES_PER_KB)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException ex) {
            return Double.NaN;
        }
    }
}
