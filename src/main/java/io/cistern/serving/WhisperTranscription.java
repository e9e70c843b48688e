package io.cistern.serving;

import io.cistern.transcription.Recording;
import io.cistern.transcription.SpeechModel;
import io.cistern.transcription.Transcriber;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import io.cistern.transcription.TranscriptionOptions;

/** Transcribes as Whisper does. */
final class WhisperTranscription implements SpeechTranscription {

    @Override
    public void check(SpeechModel model, TranscriptionOptions options) {
        new Transcriber(model).check(options);
    }

    @Override
    public Transcript transcribe(
            SpeechModel model, Recording recording, TranscriptionOptions options, TranscriptListener listener) {
        return new Transcriber(model).transcribe(recording, options, listener);
    }
}
