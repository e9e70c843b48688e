package io.cistern.serving;

/** Lets requests use speech models, each in a session of its own. */
public interface SpeechService {

    /**
     * Takes a place in the model's queue, before the recording is decoded.
     *
     * @throws ModelUnavailableException if the model is not ready or shutting down
     * @throws QueueFullException if too many requests wait
     */
    SpeechSession open(ServedModel model);
}
