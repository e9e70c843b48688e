package io.cistern.transcription;

import io.cistern.transcription.alignment.WordAlignment;
import io.cistern.transcription.alignment.WordTiming;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the segments of a window their words, and the segments the times of their words where those are more exact.
 *
 * <p>Rules: add_word_timestamps in openai/whisper, whisper/timing.py. Beyond them, no word begins before the one before it
 * has ended.
 */
final class SegmentWords {

    /** Seconds by which a word may reach out of its segment before its own time is doubted; the 0.5 of timing.py. */
    private static final double TOLERANCE = 0.5;

    private final WordAlignment alignment;
    private final Window window;
    private int next;
    private double lastEnd;

    /** @param lastEnd second of the recording at which the words before this window ended */
    SegmentWords(WordAlignment alignment, Window window, double lastEnd) {
        this.alignment = alignment;
        this.window = window;
        this.lastEnd = lastEnd;
    }

    /**
     * Returns a segment with its words. Segments come in order.
     *
     * @param textTokens tokens of its text
     */
    Segment place(Segment segment, int textTokens) {
        List<Word> words = take(textTokens);
        if (words.isEmpty()) {
            return segment;
        }
        shortenAfterPause(words);
        double start = alignStart(words, segment.start());
        double end = alignEnd(words, segment.end());
        Segment placed = segment.with(
                Window.rounded(Math.max(lastEnd, start)), Window.rounded(Math.max(lastEnd, end)), ordered(words));
        lastEnd = placed.end();
        return placed;
    }

    private List<Word> take(int textTokens) {
        List<Word> words = new ArrayList<>();
        int tokens = 0;
        while (next < alignment.words().size() && tokens < textTokens) {
            WordTiming timing = alignment.words().get(next++);
            tokens += timing.tokens();
            if (!timing.text().isEmpty()) {
                words.add(new Word(
                        timing.text(),
                        window.seconds(timing.start()),
                        window.seconds(timing.end()),
                        timing.probability()));
            }
        }
        return words;
    }

    /** The first words after a pause have often swallowed it. */
    private void shortenAfterPause(List<Word> words) {
        double longest = alignment.durations().longest();
        Word first = words.get(0);
        Word second = words.size() > 1 ? words.get(1) : null;
        boolean pause = first.end() - lastEnd > alignment.durations().median() * 4;
        boolean swallowed =
                first.end() - first.start() > longest || (second != null && second.end() - first.start() > longest * 2);
        if (!pause || !swallowed) {
            return;
        }
        if (second != null && second.end() - second.start() > longest) {
            double boundary = Math.max(second.end() / 2, second.end() - longest);
            first = first.at(first.start(), boundary);
            words.set(1, second.at(boundary, second.end()));
        }
        words.set(0, first.at(Math.max(0, first.end() - longest), first.end()));
    }

    /** Returns the start of a segment: its first word's, unless that begins much too early. */
    private double alignStart(List<Word> words, double start) {
        Word first = words.get(0);
        if (start < first.end() && start - TOLERANCE > first.start()) {
            double later =
                    Math.max(0, Math.min(first.end() - alignment.durations().median(), start));
            words.set(0, first.at(later, first.end()));
            return start;
        }
        return first.start();
    }

    /** Returns the end of a segment: its last word's, unless that ends much too late. */
    private double alignEnd(List<Word> words, double end) {
        int index = words.size() - 1;
        Word last = words.get(index);
        if (end > last.start() && end + TOLERANCE < last.end()) {
            double earlier = Math.max(last.start() + alignment.durations().median(), end);
            words.set(index, last.at(last.start(), earlier));
            return end;
        }
        return last.end();
    }

    private List<Word> ordered(List<Word> words) {
        List<Word> ordered = new ArrayList<>();
        double before = lastEnd;
        for (Word word : words) {
            double start = Math.max(before, word.start());
            double end = Math.max(start, word.end());
            ordered.add(word.at(Window.rounded(start), Window.rounded(end)));
            before = end;
        }
        return List.copyOf(ordered);
    }
}
