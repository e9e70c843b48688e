package io.cistern.transcription;

import io.cistern.generation.LogitsObserver;
import java.util.function.Consumer;

/** Sees the first logits of a job: beams that follow in the same step are copies of the first row. */
final class ProbeObserver implements LogitsObserver {

    private final SpeechVocabulary vocabulary;
    private final Consumer<SpeechProbe> target;
    private boolean seen;

    ProbeObserver(SpeechVocabulary vocabulary, Consumer<SpeechProbe> target) {
        this.vocabulary = vocabulary;
        this.target = target;
    }

    @Override
    public void observe(float[] logits) {
        if (!seen) {
            seen = true;
            target.accept(new SpeechProbe(vocabulary, logits));
        }
    }
}
