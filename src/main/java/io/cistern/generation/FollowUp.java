package io.cistern.generation;

import org.jspecify.annotations.Nullable;

/**
 * Decides after a decode whether the same input is decoded again, from the cross-attention keys and values that the
 * encoder wrote for it: Whisper finds the language first and tries again at a higher temperature.
 */
@FunctionalInterface
public interface FollowUp {

    /** One decode is all. */
    FollowUp NONE = result -> null;

    /**
     * Called on the decode thread: must not block. An exception fails the job.
     *
     * @param result of the decode that ended
     * @return how to decode again, with at most as many rows as the job's first config asks for, or null to end the job
     *     with this result
     */
    @Nullable
    GenerationConfig after(GenerationResult result);
}
