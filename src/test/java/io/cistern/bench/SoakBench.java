package io.cistern.bench;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.Precision;
import io.cistern.program.NativeHeap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * Decodes a random mix of requests without a break and watches memory: from the second fifth of the run to the last, the
 * median of what is held grows by at most {@value #ALLOWED_GROWTH_KIB} KiB, and the number of live native arrays does not
 * change. Held is what is resident once free pages have gone back to the system, which happens every few seconds anyway;
 * what was resident before is reported too. Arguments: checkpoint folder, precision, threads, steps (at least
 * {@value #SAMPLES}), seed. Needs Linux and a heap of fixed size, touched at start.
 */
public final class SoakBench {

    private static final CacheCapacity CAPACITY = new CacheCapacity(16, 96, 96);
    private static final int SAMPLES = 100;
    private static final int FIFTHS = 5;
    private static final double KIB_OF_MIB = 1024;
    private static final long ALLOWED_GROWTH_KIB = 8 * 1024;

    private final DirectGeneration generation;
    private final DecodingBatch batch;
    private final SplittableRandom random;
    private GenerationJob next;
    private long finished;
    private long failed;

    private SoakBench(DirectGeneration generation, long seed) {
        this.generation = generation;
        this.batch = generation.batch(CAPACITY);
        this.random = new SplittableRandom(seed);
        this.next = job();
    }

    /** Memory at one moment between two steps, before and after free pages go back to the system. */
    record Sample(long step, long residentKib, long heldKib, int liveArrays) {}

    public static void main(String[] arguments) throws IOException {
        Path checkpoint = Path.of(arguments[0]);
        Precision precision = Precision.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        long steps = Long.parseLong(arguments[3]);
        long seed = Long.parseLong(arguments[4]);
        System.out.printf("%d steps of %s, %s, seed %d%n", steps, checkpoint, precision, seed);
        boolean flat;
        try (DirectGeneration generation =
                DirectGeneration.load(checkpoint, precision, Integer.parseInt(arguments[2]))) {
            flat = new SoakBench(generation, seed).run(steps);
        }
        System.exit(flat ? 0 : 1);
    }

    private boolean run(long steps) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (long step = 1; step <= steps; step++) {
            fill();
            batch.step();
            if (step % Math.max(1, steps / SAMPLES) == 0) {
                samples.add(sample(step));
            }
        }
        return report(samples);
    }

    private void fill() {
        while (batch.tryJoin(next)) {
            next = job();
        }
    }

    private GenerationJob job() {
        int[] ids = new int[1 + random.nextInt(CAPACITY.maxEncoderLength())];
        int vocabulary = generation.model().config().vocabularySize();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = random.nextInt(vocabulary);
        }
        GenerationJob job = new GenerationJob(ids, config());
        job.result().whenComplete((result, failure) -> {
            finished++;
            failed += failure == null ? 0 : 1;
        });
        return job;
    }

    private GenerationConfig config() {
        GenerationConfig.Builder config = GenerationConfig.builder(1 + random.nextInt(CAPACITY.maxCacheLength() - 1));
        return switch (random.nextInt(4)) {
            case 0 ->
                config.numBeams(2 + random.nextInt(3)).noRepeatNgramSize(3).build();
            case 1 ->
                config.doSample(true)
                        .topK(50)
                        .topP(0.9f)
                        .seed(random.nextLong())
                        .build();
            case 2 -> config.repetitionPenalty(1.2f).topTokens(3).build();
            default -> config.build();
        };
    }

    private Sample sample(long step) throws IOException {
        long resident = residentKib();
        if (!NativeHeap.trim()) {
            throw new IllegalStateException("this JVM cannot give free pages back");
        }
        return new Sample(step, resident, residentKib(), generation.model().liveArrays());
    }

    private static long residentKib() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            String line =
                    lines.filter(each -> each.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }

    private boolean report(List<Sample> samples) {
        samples.forEach(each ->
                System.out.printf("%d,%d,%d,%d%n", each.step(), each.residentKib(), each.heldKib(), each.liveArrays()));
        List<Sample> warm = samples.subList(samples.size() / FIFTHS, samples.size());
        long second = median(samples, 1, Sample::heldKib);
        long last = median(samples, FIFTHS - 1, Sample::heldKib);
        long growth = last - second;
        int arrays = warm.get(0).liveArrays();
        boolean constant = warm.stream().allMatch(each -> each.liveArrays() == arrays);
        boolean flat = growth <= ALLOWED_GROWTH_KIB && constant && failed == 0;
        System.out.println("| requests | failed | held, second fifth | last fifth | growth"
                + " | with free pages, second fifth | last fifth | live native arrays | met |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        System.out.printf(
                "| %d | %d | %.1f MiB | %.1f MiB | %+.1f MiB | %.1f MiB | %.1f MiB | %s | %s |%n",
                finished,
                failed,
                second / KIB_OF_MIB,
                last / KIB_OF_MIB,
                growth / KIB_OF_MIB,
                median(samples, 1, Sample::residentKib) / KIB_OF_MIB,
                median(samples, FIFTHS - 1, Sample::residentKib) / KIB_OF_MIB,
                constant ? "constant, " + arrays : "NOT constant",
                flat ? "yes" : "NO");
        return flat;
    }

    /** Returns the median in one fifth of the run. */
    private static long median(List<Sample> samples, int fifth, ToLongFunction<Sample> kib) {
        int size = samples.size() / FIFTHS;
        long[] values = samples.subList(fifth * size, (fifth + 1) * size).stream()
                .mapToLong(kib)
                .sorted()
                .toArray();
        return values[size / 2];
    }
}
