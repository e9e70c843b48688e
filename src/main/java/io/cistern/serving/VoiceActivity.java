package io.cistern.serving;

import io.cistern.model.silero.SileroModel;
import io.cistern.transcription.speech.SpeechProbabilities;
import org.jspecify.annotations.Nullable;

/** Silero VAD for all speech models; loaded when it is first used. */
final class VoiceActivity implements AutoCloseable {

    private final ComputeLane lane;
    private @Nullable SileroModel model;

    VoiceActivity(ComputeLane lane) {
        this.lane = lane;
    }

    /** Called on the lane's thread. */
    SpeechProbabilities newProbabilities() {
        if (model == null) {
            model = SileroModel.load();
        }
        return model.newStream()::probabilities;
    }

    /** Loads the network now. */
    void warmUp() {
        lane.await(this::newProbabilities);
    }

    /** Frees the network when no program uses it. */
    @Override
    public void close() {
        lane.await(() -> {
            if (model != null) {
                model.close();
                model = null;
            }
            return true;
        });
    }
}
