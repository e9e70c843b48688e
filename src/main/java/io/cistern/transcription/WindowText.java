package io.cistern.transcription;

import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The text of a window that counts: segments with words in them, which begin where the recording still goes on.
 *
 * @param passages in order
 * @param frames from this window's beginning to the next one's
 */
record WindowText(List<Passage> passages, int frames) {

    static WindowText of(DecodedWindow decoded, Window window, SpeechVocabulary vocabulary, TextTokenizer tokenizer) {
        if (decoded.silent()) {
            return new WindowText(List.of(), window.frames());
        }
        TimestampSegments segments = TimestampSegments.of(decoded.tokens(), vocabulary, window.frames());
        List<Passage> passages = new ArrayList<>();
        for (TimestampSegments.Span span : segments.spans()) {
            Passage passage = passage(span, decoded, vocabulary, tokenizer);
            if (span.start() < window.spokenFrames() && !passage.text().isBlank()) {
                passages.add(passage);
            }
        }
        return new WindowText(passages, segments.frames());
    }

    private static Passage passage(
            TimestampSegments.Span span, DecodedWindow decoded, SpeechVocabulary vocabulary, TextTokenizer tokenizer) {
        int[] places = IntStream.range(0, span.tokens().length)
                .filter(i -> vocabulary.isText(span.tokens()[i]))
                .toArray();
        int[] textTokens = IntStream.of(places).map(i -> span.tokens()[i]).toArray();
        float[] probabilities = new float[places.length];
        for (int i = 0; i < places.length; i++) {
            probabilities[i] = (float) Math.exp(decoded.logProbabilities()[span.from() + places[i]]);
        }
        return new Passage(
                span.tokens(), tokenizer.decode(textTokens), textTokens, probabilities, span.start(), span.end());
    }

    /** Returns the ids of all passages, without timestamps. */
    int[] textTokens() {
        return passages.stream()
                .flatMapToInt(passage -> IntStream.of(passage.textTokens()))
                .toArray();
    }

    /** Returns the probability of each of {@link #textTokens()}. */
    float[] probabilities() {
        float[] all = new float[textTokens().length];
        int length = 0;
        for (Passage passage : passages) {
            System.arraycopy(passage.probabilities(), 0, all, length, passage.probabilities().length);
            length += passage.probabilities().length;
        }
        return all;
    }

    /** Returns the ids of all passages, timestamps included. */
    List<Integer> tokens() {
        return passages.stream()
                .flatMapToInt(passage -> IntStream.of(passage.tokens()))
                .boxed()
                .toList();
    }
}
