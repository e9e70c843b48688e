package io.cistern.generation;

import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.CrossAttention;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderSource;
import java.util.Arrays;

/** The cache rows of one job, which a search strategy addresses by their index in the lease. */
final class LeasedRows {

    private final EncoderDecoderModel model;
    private final EncoderDecoderCache cache;
    private final CacheLease lease;
    private final boolean kept;

    /** @param kept whether all rows are kept until {@link #releaseAll()}, because the input may be decoded again */
    LeasedRows(EncoderDecoderModel model, EncoderDecoderCache cache, CacheLease lease, boolean kept) {
        this.model = model;
        this.cache = cache;
        this.lease = lease;
        this.kept = kept;
    }

    int count() {
        return lease.size();
    }

    EncoderInput encoderInput(EncoderSource source) {
        return new EncoderInput(source, lease.crossRow());
    }

    int encoderLength() {
        return lease.encoderLength();
    }

    DecoderInput decoderInput(RowInput input) {
        return new DecoderInput(
                lease.row(input.index()), lease.crossRow(), lease.encoderLength(), input.position(), input.tokenIds());
    }

    /** Copies the first {@code length} positions of rows {@code from} to rows {@code to}; no row is in both. */
    void copy(int[] from, int[] to, int length) {
        model.copyRows(cache, rows(from), rows(to), length);
    }

    /** Feeds the first row these tokens from its first position on. */
    CrossAttention crossAttention(int[] tokenIds) {
        cache.capacity().requireCacheLength(tokenIds.length);
        return model.crossAttention(cache, decoderInput(new RowInput(0, 0, tokenIds)));
    }

    /** Gives one row back early, unless it is kept. */
    void release(int index) {
        if (!kept) {
            lease.release(index);
        }
    }

    void releaseAll() {
        lease.close();
    }

    private int[] rows(int[] indices) {
        return Arrays.stream(indices).map(lease::row).toArray();
    }
}
