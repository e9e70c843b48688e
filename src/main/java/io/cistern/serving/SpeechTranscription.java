package io.cistern.serving;

import io.cistern.transcription.Recording;
import io.cistern.transcription.SpeechModel;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import io.cistern.transcription.TranscriptionOptions;

/** Transcribes a recording on the calling thread; the seam between admission and transcription. */
interface SpeechTranscription {

    /**
     * Checks what is asked.
     *
     * @throws io.cistern.transcription.InvalidTranscriptionException if the model cannot do it
     */
    void check(SpeechModel model, TranscriptionOptions options);

    Transcript transcribe(
            SpeechModel model, Recording recording, TranscriptionOptions options, TranscriptListener listener);
}
