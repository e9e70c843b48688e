package io.cistern.transcription;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the timestamps among a window's tokens say: its segments, and where the next window begins.
 *
 * <p>Rules: _retrieve_segment in transformers/models/whisper/generation_whisper.py.
 *
 * @param spans the segments, in order
 * @param frames from this window's beginning to the next one's
 */
record TimestampSegments(List<Span> spans, int frames) {

    private static final int FRAMES_PER_POSITION = 2;

    /**
     * One segment.
     *
     * @param tokens its ids, timestamps included
     * @param from index in the window of its first token
     * @param start frame of the window
     * @param end frame of the window
     */
    record Span(int[] tokens, int from, int start, int end) {}

    /**
     * Reads a window.
     *
     * @param tokens without the end-of-text token
     * @param frames that the window has
     */
    static TimestampSegments of(int[] tokens, SpeechVocabulary vocabulary, int frames) {
        Reading reading = new Reading(tokens, vocabulary, frames);
        List<Integer> pairs = reading.pairs();
        return pairs.isEmpty() ? reading.whole() : reading.split(pairs);
    }

    /** The tokens of one window. */
    private record Reading(int[] tokens, SpeechVocabulary vocabulary, int frames) {

        /** Returns the index of the second of each two timestamps that stand together: a segment ends, the next begins. */
        List<Integer> pairs() {
            return IntStream.range(1, tokens.length)
                    .filter(i -> isTimestamp(i - 1) && isTimestamp(i))
                    .boxed()
                    .toList();
        }

        /** What follows the last pair has no end in this window, which the next one therefore reads again. */
        TimestampSegments split(List<Integer> pairs) {
            boolean ended = endsWithOneTimestamp();
            List<Span> spans = new ArrayList<>();
            int from = 0;
            for (int to : pairs) {
                boolean last = !ended && to == pairs.get(pairs.size() - 1);
                spans.add(span(from, last ? to + 1 : to, frame(to - 1)));
                from = to;
            }
            if (ended) {
                spans.add(span(from, tokens.length, frame(tokens.length - 1)));
                return new TimestampSegments(spans, frames);
            }
            int next = frame(from - 1);
            return new TimestampSegments(spans, next > 0 ? next : frames);
        }

        TimestampSegments whole() {
            if (tokens.length == 0) {
                return new TimestampSegments(List.of(), frames);
            }
            int end = frames / FRAMES_PER_POSITION * FRAMES_PER_POSITION;
            int last = lastTimestamp();
            if (last >= 0 && frame(last) > 0) {
                end = frame(last);
            }
            return new TimestampSegments(List.of(new Span(tokens, 0, 0, end)), frames);
        }

        private Span span(int from, int to, int end) {
            return new Span(Arrays.copyOfRange(tokens, from, to), from, frame(from), end);
        }

        private boolean endsWithOneTimestamp() {
            int length = tokens.length;
            return length >= 2 && !isTimestamp(length - 2) && isTimestamp(length - 1);
        }

        private int lastTimestamp() {
            return IntStream.range(0, tokens.length).filter(this::isTimestamp).reduce(-1, (first, second) -> second);
        }

        private boolean isTimestamp(int index) {
            return vocabulary.isTimestamp(tokens[index]);
        }

        private int frame(int index) {
            return Math.max(0, tokens[index] - vocabulary.firstTimestamp()) * FRAMES_PER_POSITION;
        }
    }
}
