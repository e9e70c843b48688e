package io.cistern.serving;

/** Decodes the windows of recordings in the decode loop of their model, beside those of other requests. */
final class QueuedSpeechService implements SpeechService {

    private final DecodeLoops loops;
    private final VoiceActivity voices;

    QueuedSpeechService(DecodeLoops loops, VoiceActivity voices) {
        this.loops = loops;
        this.voices = voices;
    }

    @Override
    public SpeechSession open(ServedModel model) {
        DecodeLoop loop = loops.of(model);
        return new LoopSpeechSession(model, loop, loop.reserve(1), voices);
    }
}
