package io.cistern.bench;

import io.cistern.generation.ArgmaxSampler;
import io.cistern.generation.MultinomialSampler;
import io.cistern.generation.Sampler;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One token of a T5 vocabulary: the best one, and draws of which all or fifty tokens are possible. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SamplerBenchmark {

    @Param({"50", "32128"})
    public int possible;

    private final Sampler argmax = new ArgmaxSampler();
    private final Sampler multinomial = new MultinomialSampler(new SplittableRandom(1));
    private final float[] scores = new float[32128];

    @Setup
    public void prepare() {
        Random random = new Random(1);
        Arrays.fill(scores, Float.NEGATIVE_INFINITY);
        for (int i = 0; i < possible; i++) {
            scores[i] = (float) (3 * random.nextGaussian());
        }
    }

    @Benchmark
    public int best() {
        return argmax.sample(scores);
    }

    @Benchmark
    public int drawn() {
        return multinomial.sample(scores);
    }
}
