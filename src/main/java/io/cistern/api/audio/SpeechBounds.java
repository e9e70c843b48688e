package io.cistern.api.audio;

import io.cistern.api.problem.Violations;
import io.cistern.serving.ServedModel;

/** The bounds that a model's capacity sets to a transcription. */
final class SpeechBounds {

    private SpeechBounds() {}

    /** @throws io.cistern.api.problem.InvalidRequestException if there are more beams than rows */
    static void check(ServedModel model, int beams) {
        int rows = model.capacity().maxBatchSize();
        new Violations()
                .require(
                        beams <= rows,
                        "num_beams",
                        beams,
                        "takes as many rows; the capacity is %d (cistern.capacity.max-batch-size)".formatted(rows))
                .raise();
    }
}
