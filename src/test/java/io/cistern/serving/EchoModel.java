package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.ModelConfig;
import io.cistern.model.StepLogits;
import io.cistern.testing.PlainModel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A model in plain Java whose answer to an input is the input: at position p it gives the encoder's token p, read from
 * the row it was written to. Programs may be watched, held up and made to fail.
 */
final class EchoModel extends PlainModel {

    static final int VOCABULARY = 32;

    final AtomicInteger encodeCalls = new AtomicInteger();
    final AtomicInteger decodeCalls = new AtomicInteger();
    final AtomicBoolean closed = new AtomicBoolean();
    volatile ModelConfig config = this;
    volatile Runnable onClose = () -> {};
    volatile Consumer<List<DecoderInput>> beforeDecode = inputs -> {};
    volatile Consumer<List<EncoderInput>> beforeEncode = inputs -> {};
    private final AtomicBoolean running = new AtomicBoolean();

    EchoModel() {
        super("echo", VOCABULARY);
    }

    @Override
    public ModelConfig config() {
        return config;
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        return new RowCache(capacity);
    }

    @Override
    public EncoderDecoderCache growingCache() {
        return new RowCache(new CacheCapacity(64, 4096, 4096));
    }

    @Override
    protected void encodeAll(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        alone(() -> {
            encodeCalls.incrementAndGet();
            beforeEncode.accept(inputs);
            inputs.forEach(input -> ((RowCache) cache).write(input.crossRow(), input.tokenIds()));
        });
    }

    @Override
    public StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        int[] next = new int[inputs.size()];
        alone(() -> {
            decodeCalls.incrementAndGet();
            beforeDecode.accept(inputs);
            for (int i = 0; i < next.length; i++) {
                next[i] = next((RowCache) cache, inputs.get(i));
            }
        });
        return new OneHot(next);
    }

    private static int next(RowCache cache, DecoderInput input) {
        int[] encoded = cache.read(input.crossRow());
        int position = input.position() + input.tokenIds().length - 1;
        return position < input.encoderLength() ? encoded[position] : END;
    }

    /** Two threads in the model at once would be a fault of the loop. */
    private void alone(Runnable program) {
        if (!running.compareAndSet(false, true)) {
            throw new AssertionError("two threads in one model");
        }
        try {
            program.run();
        } finally {
            running.set(false);
        }
    }

    @Override
    public void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {}

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }

    private record OneHot(int[] next) implements StepLogits {

        private static final float HIGH = 20;

        @Override
        public void copyTo(int index, float[] target) {
            Arrays.fill(target, 0);
            target[next[index]] = HIGH;
        }

        @Override
        public float logSumExp(int index) {
            return (float) Math.log(Math.exp(HIGH) + VOCABULARY - 1);
        }

        @Override
        public void close() {}
    }
}
