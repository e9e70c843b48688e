package io.cistern.model.whisper;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.model.AudioSource;
import io.cistern.model.EncoderSource;
import io.cistern.model.FeatureSource;
import io.cistern.program.FloatStage;
import io.cistern.program.TensorProgram;

/** The features that the encoder reads: energies of mel bands, 100 times a second. */
final class LogMel {

    private final TensorProgram program;
    private final int bands;
    private final int windowFrames;
    private final FloatStage stage = new FloatStage();

    LogMel(TensorProgram program, int bands, int windowFrames) {
        this.program = program;
        this.bands = bands;
        this.windowFrames = windowFrames;
    }

    /** Returns the features [bands, frames] of a whole window, owned by {@code scope}. */
    NDArray window(NDManager scope, EncoderSource source) {
        if (source instanceof AudioSource audio) {
            return window(scope, audio);
        } else if (source instanceof FeatureSource features) {
            return stage.array(scope, features.logMel(), new Shape(bands, windowFrames));
        }
        throw new IllegalArgumentException(
                "the model reads audio, not " + source.getClass().getSimpleName());
    }

    /** Returns the highest energy that is not scaled yet. */
    float highest(NDManager scope, AudioSource audio) {
        try (NDArray samples = samples(scope, audio)) {
            return program.compute(scope, "highest_log_mel", samples, audio.missingBefore(), audio.missingAfter())
                    .getFloat();
        }
    }

    private NDArray window(NDManager scope, AudioSource audio) {
        if (audio.frames() > windowFrames) {
            throw new IllegalArgumentException(
                    "%d frames are more than the %d of a window".formatted(audio.frames(), windowFrames));
        }
        try (NDArray samples = samples(scope, audio)) {
            return program.compute(
                    scope,
                    "window",
                    samples,
                    audio.missingBefore(),
                    audio.missingAfter(),
                    (double) audio.highestLogMel(),
                    windowFrames);
        }
    }

    private NDArray samples(NDManager scope, AudioSource audio) {
        return stage.array(scope, audio.samples(), new Shape(audio.samples().length));
    }
}
