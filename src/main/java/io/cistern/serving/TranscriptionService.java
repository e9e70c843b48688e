package io.cistern.serving;

import io.cistern.transcription.TranscriptListener;

/** Transcribes recordings: admits, decodes the audio, cuts windows, decodes their text. */
public interface TranscriptionService {

    /**
     * Begins a transcription. Whether there is room for it is known before anything of the recording is decoded; whether
     * it is a recording at all is known before it is queued. Both are thrown here, everything later is the outcome of
     * the call.
     *
     * @param listener called on the thread that transcribes: must not block for long
     * @throws ModelUnavailableException if the model is not ready or shutting down
     * @throws QueueFullException if too many requests wait
     * @throws io.cistern.audio.UndecodableAudioException if the recording is none
     * @throws io.cistern.audio.UnsupportedAudioException if its format is not read here
     * @throws io.cistern.audio.AudioTooLongException if it exceeds a limit that its beginning tells
     * @throws io.cistern.transcription.InvalidTranscriptionException if the model cannot do what is asked
     */
    TranscriptionCall start(ServedModel model, TranscriptionTask task, TranscriptListener listener);
}
