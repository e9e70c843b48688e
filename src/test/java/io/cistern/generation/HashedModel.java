package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.CrossAttention;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.StepLogits;
import io.cistern.testing.PlainModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A model whose logits are a hash of the input and of the tokens that stand in the row's cache, so that a wrong row,
 * position or copy changes them. The same as in beam_search_reference.py.
 */
final class HashedModel extends PlainModel {

    static final int VOCABULARY = 24;
    private static final long STEP = 0x9E3779B97F4A7C15L;

    final List<Integer> rowsOfDecodeCalls = new ArrayList<>();
    final List<Integer> inputsOfEncodeCalls = new ArrayList<>();
    int copiedRows;
    Runnable beforeEncode = () -> {};
    Runnable beforeDecode = () -> {};
    Runnable beforeCopy = () -> {};

    /** Digests of inputs that give NaN. */
    final Set<Long> poisoned = new HashSet<>();

    HashedModel() {
        super("hashed", VOCABULARY);
    }

    /** Returns the logits after decoder tokens, without any cache. */
    static float[] logits(int[] input, int... decoderTokens) {
        return logits(digest(digest(0, input, input.length), decoderTokens, decoderTokens.length));
    }

    static double logSumExp(float[] logits) {
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit);
        }
        return Math.log(sum);
    }

    void poison(int[] input) {
        poisoned.add(digest(0, input, input.length));
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static long digest(long start, int[] ids, int length) {
        long state = start;
        for (int i = 0; i < length; i++) {
            state = mix(state + STEP + ids[i]);
        }
        return state;
    }

    private static float[] logits(long state) {
        float[] logits = new float[VOCABULARY];
        for (int id = 0; id < VOCABULARY; id++) {
            logits[id] = (mix(state + id * STEP) >>> 40) / (float) (1 << 21) - 4;
        }
        logits[END] += 1.5f;
        return logits;
    }

    @Override
    public HashedCache allocateCache(CacheCapacity capacity) {
        return new HashedCache(capacity);
    }

    @Override
    public EncoderDecoderCache growingCache() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void encodeAll(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        beforeEncode.run();
        inputsOfEncodeCalls.add(inputs.size());
        HashedCache hashed = (HashedCache) cache;
        for (EncoderInput input : inputs) {
            // A pass of several pieces goes on for the others when one of its inputs has given its row back.
            assertThat(hashed.crossInUse.get(input.crossRow()) || encoderPieces > 1)
                    .isTrue();
            hashed.inputs[input.crossRow()] = digest(0, input.tokenIds(), input.tokenIds().length);
            hashed.encoderLengths[input.crossRow()] = input.tokenIds().length;
        }
    }

    @Override
    public StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        beforeDecode.run();
        rowsOfDecodeCalls.add(inputs.size());
        assertThat(inputs.stream().map(DecoderInput::row)).doesNotHaveDuplicates();
        List<float[]> rows = new ArrayList<>();
        for (DecoderInput input : inputs) {
            rows.add(decode((HashedCache) cache, input));
        }
        return new Logits(rows);
    }

    private float[] decode(HashedCache cache, DecoderInput input) {
        assertThat(cache.selfInUse.get(input.row())).isTrue();
        assertThat(input.encoderLength()).isEqualTo(cache.encoderLengths[input.crossRow()]);
        int[] row = cache.tokens[input.row()];
        int length = input.tokenIds().length;
        System.arraycopy(input.tokenIds(), 0, row, input.position(), length);
        long state = digest(cache.inputs[input.crossRow()], row, input.position() + length);
        float[] logits = logits(state);
        if (poisoned.contains(cache.inputs[input.crossRow()])) {
            logits[5] = Float.NaN;
        }
        return logits;
    }

    @Override
    public CrossAttention crossAttention(EncoderDecoderCache cache, DecoderInput input) {
        int tokens = input.tokenIds().length;
        return new CrossAttention(1, tokens, input.encoderLength(), new float[tokens * input.encoderLength()]);
    }

    @Override
    public void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {
        beforeCopy.run();
        Set<Integer> targets = new HashSet<>();
        for (int i = 0; i < to.length; i++) {
            assertThat(targets.add(to[i])).isTrue();
            assertThat(from).doesNotContain(to[i]);
            int[][] tokens = ((HashedCache) cache).tokens;
            System.arraycopy(tokens[from[i]], 0, tokens[to[i]], 0, length);
        }
        copiedRows += to.length;
    }

    @Override
    public void close() {}

    private record Logits(List<float[]> rows) implements StepLogits {

        @Override
        public void copyTo(int index, float[] target) {
            System.arraycopy(rows.get(index), 0, target, 0, target.length);
        }

        @Override
        public float logSumExp(int index) {
            return (float) HashedModel.logSumExp(rows.get(index));
        }

        @Override
        public void close() {}
    }
}
