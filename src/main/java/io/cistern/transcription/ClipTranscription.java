package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;

import io.cistern.generation.GenerationResult;
import io.cistern.model.AudioSource;
import io.cistern.model.CrossAttention;
import io.cistern.transcription.alignment.WordAlignment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A clip on its way: which window comes next, given what the ones before said.
 *
 * <p>Rules: transcribe in openai/whisper, whisper/transcribe.py, and the loop of
 * transformers/models/whisper/generation_whisper.py.
 */
final class ClipTranscription implements AutoCloseable {

    /** Text that took this much freedom to find is no good example for the next window. */
    private static final float MAX_CONTEXT_TEMPERATURE = 0.5f;

    private final Clip clip;
    private final SpeechMap speech;
    private final DecodingRules rules;
    private final List<Integer> prompt;
    private final List<Integer> context = new ArrayList<>();
    private final List<Segment> finished = new ArrayList<>();
    private long frame;
    private double lastEnd;

    /** @param prompt tokens of the text that the recording is taken to continue */
    ClipTranscription(CutClip cut, DecodingRules rules, List<Integer> prompt) {
        this.clip = cut.clip();
        this.speech = cut.speech();
        this.rules = rules;
        this.prompt = prompt;
        this.lastEnd = clip.window(0).startSeconds();
    }

    /** Moves to the next window with speech and returns whether there is one. */
    boolean hasNext() {
        OptionalLong next = speech.next(clip.start() + frame * HOP);
        frame = next.isEmpty() ? Long.MAX_VALUE : Math.max(frame, (next.getAsLong() - clip.start()) / HOP);
        return frame < clip.spokenFrames();
    }

    Window window() {
        return clip.window(frame);
    }

    AudioSource audio() {
        return clip.audio(frame);
    }

    /** Returns the tokens of the text before the next window. */
    List<Integer> previous() {
        List<Integer> previous = new ArrayList<>(prompt);
        previous.addAll(context);
        return previous;
    }

    /** Takes what was decoded for the window and moves on. */
    void accept(WindowDecode decode, GenerationResult result) {
        DecodedWindow decoded = decode.accepted();
        WindowText text = WindowText.of(decoded, decode.window(), rules.vocabulary(), rules.tokenizer());
        List<Segment> segments = segments(decode.window(), decoded, text);
        CrossAttention attention = result.crossAttention();
        finished.addAll(attention == null ? segments : aligned(segments, decode, text, attention));
        remember(decoded, text);
        frame += text.frames();
    }

    /** Returns the segments that were found since the last call. */
    List<Segment> take() {
        List<Segment> taken = List.copyOf(finished);
        finished.clear();
        return taken;
    }

    private List<Segment> segments(Window window, DecodedWindow decoded, WindowText text) {
        return text.passages().stream()
                .map(passage -> segment(window, decoded, passage))
                .toList();
    }

    private static Segment segment(Window window, DecodedWindow decoded, Passage passage) {
        return new Segment(
                0,
                window.seek(),
                window.seconds(passage.start()),
                window.seconds(passage.end()),
                passage.text(),
                IntStream.of(passage.tokens()).boxed().toList(),
                decoded.temperature(),
                decoded.quality().averageLogProbability(),
                decoded.quality().compressionRatio(),
                decoded.quality().noSpeechProbability(),
                List.of());
    }

    private List<Segment> aligned(
            List<Segment> segments, WindowDecode decode, WindowText text, CrossAttention attention) {
        WordAlignment alignment = WordAlignment.of(
                rules.tokenizer(),
                text.textTokens(),
                text.probabilities(),
                attention,
                decode.window().spokenPositions(),
                rules.writtenLanguage(decode.accepted().language()));
        SegmentWords words = new SegmentWords(alignment, decode.window(), lastEnd);
        List<Segment> placed = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            placed.add(words.place(segments.get(i), text.passages().get(i).textTokens().length));
        }
        lastEnd = placed.get(placed.size() - 1).end();
        return placed;
    }

    private void remember(DecodedWindow decoded, WindowText text) {
        if (!rules.options().conditionOnPreviousText()) {
            return;
        }
        if (decoded.temperature() > MAX_CONTEXT_TEMPERATURE) {
            context.clear();
        } else {
            context.addAll(text.tokens());
            dropSecondOfPair();
        }
    }

    /** The second of two timestamps at the end begins a segment that the next window reads itself. */
    private void dropSecondOfPair() {
        int size = context.size();
        SpeechVocabulary vocabulary = rules.vocabulary();
        if (size >= 2
                && vocabulary.isTimestamp(context.get(size - 2))
                && vocabulary.isTimestamp(context.get(size - 1))) {
            context.remove(size - 1);
        }
    }

    @Override
    public void close() {
        clip.close();
    }
}
