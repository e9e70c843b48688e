package io.cistern.transcription;

import io.cistern.tokenization.IncrementalText;
import io.cistern.tokenization.TextTokenizer;
import java.util.function.Consumer;

/**
 * Gives the text of a window's tokens as soon as no later token can take it back: that of the first segment at once, that
 * of the others when a timestamp ends them, as a segment that has no end is read again by the next window.
 */
final class CertainText {

    private final TextTokenizer tokenizer;
    private final SpeechVocabulary vocabulary;
    private final int frames;
    private final Consumer<String> target;
    private final StringBuilder held = new StringBuilder();
    private IncrementalText segment;
    private boolean first = true;
    private boolean written;
    private boolean outside;

    /** @param frames of the window that the recording fills: segments that begin later are left out */
    CertainText(TextTokenizer tokenizer, SpeechVocabulary vocabulary, int frames, Consumer<String> target) {
        this.tokenizer = tokenizer;
        this.vocabulary = vocabulary;
        this.frames = frames;
        this.target = target;
        this.segment = new IncrementalText(tokenizer);
    }

    void add(int id) {
        if (vocabulary.isText(id)) {
            written = true;
            held.append(segment.append(id));
            if (first) {
                release();
            }
        } else if (written && (first || vocabulary.isTimestamp(id))) {
            held.append(segment.finish());
            release();
            begin();
        } else if (vocabulary.isTimestamp(id)) {
            outside = (id - vocabulary.firstTimestamp()) * 2 >= frames;
        }
    }

    /** Blank segments are left out, so white space waits for what follows it. */
    private void release() {
        if (!outside && !held.toString().isBlank()) {
            target.accept(held.toString());
            held.setLength(0);
        }
    }

    private void begin() {
        held.setLength(0);
        segment = new IncrementalText(tokenizer);
        first = false;
        written = false;
    }
}
