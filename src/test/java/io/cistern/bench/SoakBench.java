package io.cistern.bench;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Decodes a random mix of requests without a break and watches memory: from the second fifth of the run to the last, the
 * median of resident memory grows by at most {@value #ALLOWED_GROWTH_KIB} KiB, and the number of live native arrays does
 * not change. Medians, since freed memory goes back to the system every few seconds. Arguments: checkpoint folder,
 * precision, threads, steps (at least {@value #SAMPLES}), seed. Needs Linux and a heap of fixed size, touched at start.
 */
public final class SoakBench {

    private static final CacheCapacity CAPACITY = new CacheCapacity(16, 96, 96);
    private static final int SAMPLES = 100;
    private static final int FIFTHS = 5;
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

    /** Memory at one moment between two steps. */
    record Sample(long step, long residentKib, int liveArrays) {}

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
        return new Sample(step, residentKib(), generation.model().liveArrays());
    }

    private static long residentKib() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            String line =
                    lines.filter(each -> each.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }

    private boolean report(List<Sample> samples) {
        samples.forEach(each -> System.out.printf("%d,%d,%d%n", each.step(), each.residentKib(), each.liveArrays()));
        List<Sample> warm = samples.subList(samples.size() / FIFTHS, samples.size());
        long second = median(samples, 1);
        long third = median(samples, 2);
        long last = median(samples, FIFTHS - 1);
        long growth = last - second;
        int arrays = warm.get(0).liveArrays();
        boolean constant = warm.stream().allMatch(each -> each.liveArrays() == arrays);
        boolean flat = growth <= ALLOWED_GROWTH_KIB && constant && failed == 0;
        System.out.println("| requests | failed | resident, second fifth | last fifth | growth | since the third fifth"
                + " | live native arrays | met |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        System.out.printf(
                "| %d | %d | %.1f MiB | %.1f MiB | %+.1f MiB | %+.1f MiB | %s | %s |%n",
                finished,
                failed,
                second / 1024.0,
                last / 1024.0,
                growth / 1024.0,
                (last - third) / 1024.0,
                constant ? "constant, " + arrays : "NOT constant",
                flat ? "yes" : "NO");
        return flat;
    }

    /** Returns the median of resident memory in one fifth of the run. */
    private static long median(List<Sample> samples, int fifth) {
        int size = samples.size() / FIFTHS;
        long[] residentKib = samples.subList(fifth * size, (fifth + 1) * size).stream()
                .mapToLong(Sample::residentKib)
                .sorted()
                .toArray();
        return residentKib[size / 2];
    }
}
