package io.cistern.generation;

import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderPass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that are encoded in one pass. One that leaves gives its rows back although the pass still writes to its
 * cross-attention row: whoever leases that row is encoded in a later pass, which overwrites it.
 */
final class EncodingJobs implements AutoCloseable {

    private final List<ActiveJob> jobs;
    private @Nullable EncoderPass pass;

    EncodingJobs(List<ActiveJob> jobs) {
        this.jobs = new ArrayList<>(jobs);
    }

    List<ActiveJob> jobs() {
        return jobs;
    }

    /** Computes the next piece and returns whether there is another one. */
    boolean advance(EncoderDecoderModel model, EncoderDecoderCache cache) {
        if (pass == null) {
            pass = model.startEncoding(
                    cache, jobs.stream().map(ActiveJob::encoderInput).toList());
        }
        return pass.advance();
    }

    /** Forgets the jobs that left and returns whether nobody is left. */
    boolean removeLeft() {
        jobs.removeIf(ActiveJob::hasLeft);
        return jobs.isEmpty();
    }

    @Override
    public void close() {
        if (pass != null) {
            pass.close();
        }
    }
}
