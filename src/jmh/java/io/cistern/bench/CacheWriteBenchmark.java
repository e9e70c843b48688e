package io.cistern.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheShape;
import io.cistern.cache.StaticCache;
import io.cistern.program.Engine;
import io.cistern.program.TensorProgram;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step's keys and values of t5-small into all layers, by the decoder's own self-attention at the first position; the
 * time must not depend on the cache's length.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CacheWriteBenchmark {

    private static final CacheShape T5_SMALL = new CacheShape(6, 8, 64);

    @Param({"1", "8", "16"})
    public int rows;

    @Param({"65", "650"})
    public int cacheLength;

    private NDManager scope;
    private TensorProgram program;
    private StaticCache cache;
    private NDArray step;

    @Setup
    public void allocate() {
        Engine.prepare(1);
        Engine.prepareThread();
        scope = Engine.newScope();
        program = TensorProgram.builder("CacheWrite", "cache_write")
                .libraries("layers")
                .load(scope);
        cache = new StaticCache(scope, T5_SMALL, new CacheCapacity(16, cacheLength, 1));
        step = scope.ones(new Shape(rows, 3L * T5_SMALL.heads() * T5_SMALL.headSize()), DataType.FLOAT32);
        requireWritten();
    }

    private void requireWritten() {
        write();
        try (NDArray written = cache.selfKeys().get(new NDIndex(":,:{},:,0,:", rows))) {
            if (written.sum().getFloat() != written.size()) {
                throw new IllegalStateException("the step is not in the cache");
            }
        }
    }

    @Benchmark
    public void write() {
        program.run("write", step, cache.selfKeys(), cache.selfValues());
    }

    @TearDown
    public void free() {
        cache.close();
        program.close();
        scope.close();
    }
}
