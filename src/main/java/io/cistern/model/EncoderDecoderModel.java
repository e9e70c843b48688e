package io.cistern.model;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import java.util.List;

/**
 * A loaded checkpoint: its encoder and its decoder, which read and write a cache that the caller owns.
 *
 * <p>Not thread-safe: called from one decode thread at a time.
 */
public interface EncoderDecoderModel extends AutoCloseable {

    ModelConfig config();

    /** Allocates a cache once, for everything that fits the capacity. */
    EncoderDecoderCache allocateCache(CacheCapacity capacity);

    /** Makes a cache that grows with every token: the reference that the allocated one is compared with. */
    EncoderDecoderCache growingCache();

    /**
     * Returns the encoder positions that a source takes in a cross-attention row.
     *
     * @throws IllegalArgumentException if the model does not read sources of this kind
     */
    int encoderLength(EncoderSource source);

    /**
     * Returns whether inputs attend in common calls. If they do not, each may as well have a pass of its own, which
     * others need not wait for.
     */
    default boolean encodesTogether() {
        return true;
    }

    /** Begins to encode inputs of any lengths: their keys and values go into their cross-attention rows. Nothing is computed yet. */
    EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs);

    /** Feeds the next tokens of any set of rows and returns the logits after the last token of each. */
    StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs);

    /**
     * Feeds a row again from its first position and returns how its tokens attend to the encoder's positions.
     *
     * @throws UnsupportedOperationException if no heads of the model are known to follow the input
     */
    default CrossAttention crossAttention(EncoderDecoderCache cache, DecoderInput input) {
        throw new UnsupportedOperationException(config().modelType() + " has no alignment heads");
    }

    /**
     * Returns the highest log10 mel energy of a part of a recording: the features of each of its windows are scaled by
     * that of the whole.
     */
    default float highestLogMel(AudioSource audio) {
        throw new UnsupportedOperationException(config().modelType() + " reads no audio");
    }

    /** Copies the first {@code length} positions of self-attention rows {@code from[i]} to {@code to[i]}; no row is in both. */
    void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length);

    /** Returns the number type the weights are computed in, which is never AUTO. */
    Precision precision();

    /** Returns the number of native arrays alive in this model's scope; constant between calls. */
    int liveArrays();

    @Override
    void close();
}
