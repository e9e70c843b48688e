package io.cistern.generation;

import org.jspecify.annotations.Nullable;

/**
 * Decides after a decode whether the same input is decoded again, from the cross-attention keys and values that the
 * encoder wrote for it: Whisper finds the language first and tries again at a higher temperature. A job with a follow-up
 * keeps all its rows until its end; its listener hears the tokens of every decode.
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

    /**
     * Called on the decode thread with the result that ended the job: must not block. An exception fails the job.
     *
     * @return the tokens of a decoder row, prompt included, whose cross-attention the job's result tells; none by
     *     default
     */
    default int[] tokensToAlign(GenerationResult accepted) {
        return new int[0];
    }
}
