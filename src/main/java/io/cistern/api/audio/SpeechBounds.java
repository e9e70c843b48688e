package io.cistern.api.audio;

import io.cistern.api.problem.Violations;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.serving.ServedModel;
import io.cistern.transcription.SpeechTask;

/** What a model can do of what is asked. */
final class SpeechBounds {

    private SpeechBounds() {}

    /** Returns the task; what is heard as English needs no translation to it. */
    static SpeechTask task(ServedModel model, SpeechTask asked) {
        boolean englishOnly = model.config() instanceof WhisperConfig whisper && !whisper.multilingual();
        return englishOnly ? SpeechTask.TRANSCRIBE : asked;
    }

    /**
     * @param fields receives what is wrong, under the name {@code num_beams}
     * @throws io.cistern.api.problem.InvalidRequestException if there are more beams than rows
     */
    static void check(ServedModel model, int beams, Violations fields) {
        int rows = model.capacity().maxBatchSize();
        String setting = model.capacitySettings().of(Bound.BATCH_SIZE);
        fields.require(
                        beams <= rows,
                        "num_beams",
                        beams,
                        "takes as many rows; the capacity is %d (%s)".formatted(rows, setting))
                .raise();
    }
}
