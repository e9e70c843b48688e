package io.cistern.transcription;

import io.cistern.generation.GenerationResult;
import io.cistern.generation.Listening;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the clips of a recording, several at a time, and writes what they say in the order of time. Everything here
 * happens on the thread that transcribes; what the decode thread has to say comes as an event.
 */
final class ClipPipeline implements AutoCloseable {

    private final SpeechModel model;
    private final DecodingRules rules;
    private final List<Integer> prompt;
    private final int mostClips;
    private final TranscriptWriter writer;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Deque<ClipTranscription> clips = new ArrayDeque<>();
    private final Set<ClipTranscription> running = new HashSet<>();
    private final Map<WindowDecode, CompletableFuture<GenerationResult>> jobs = new HashMap<>();
    private @Nullable SpokenLanguage language;
    private TokenUsage usage = TokenUsage.NONE;

    /**
     * @param language that is known before anything is heard
     * @param mostClips clips that are decoded at the same time
     */
    ClipPipeline(
            SpeechModel model,
            DecodingRules rules,
            @Nullable SpokenLanguage language,
            int mostClips,
            TranscriptWriter writer) {
        this.model = model;
        this.rules = rules;
        this.prompt = rules.promptTokens();
        this.language = language;
        this.mostClips = mostClips;
        this.writer = writer;
    }

    /** Decodes all clips. The first one finds the language of the others. */
    void run(ClipSource source) {
        boolean more = true;
        while (more || !running.isEmpty()) {
            if (more && running.size() < (language == null ? 1 : mostClips)) {
                CutClip next = source.next();
                more = next != null;
                if (next != null) {
                    begin(next);
                }
            } else {
                awaitEvent();
            }
        }
    }

    /** Returns the language that was given or found, null if nobody spoke. */
    @Nullable
    SpokenLanguage language() {
        return language;
    }

    TokenUsage usage() {
        return usage;
    }

    /** Gives up what has no result. */
    @Override
    public void close() {
        jobs.values().forEach(job -> job.cancel(false));
        running.forEach(ClipTranscription::close);
    }

    private void begin(CutClip cut) {
        ClipTranscription clip = new ClipTranscription(cut, rules, prompt);
        clips.add(clip);
        running.add(clip);
        proceed(clip);
    }

    /** Decodes the next window of a clip, or ends it. */
    private void proceed(ClipTranscription clip) {
        if (clip.hasNext()) {
            decode(clip);
        } else {
            clip.close();
            running.remove(clip);
        }
        write();
    }

    private void decode(ClipTranscription clip) {
        Window window = clip.window();
        WindowDecode decode = new WindowDecode(
                rules, window, clip.previous(), language, found -> events.add(() -> find(found)), tokenTarget(window));
        CompletableFuture<GenerationResult> job = model.decode(decode.job(clip.audio()));
        jobs.put(decode, job);
        Listening.to(
                job,
                (result, failure) -> events.add(() -> {
                    jobs.remove(decode);
                    if (result == null) {
                        throw ModelCalls.failure(failure);
                    }
                    usage = usage.plus(decode.usage());
                    clip.accept(decode, result);
                    proceed(clip);
                }));
    }

    /** Text may be told token by token where it is next and no other try can replace it. */
    private IntConsumer tokenTarget(Window window) {
        if (mostClips > 1 || rules.mayTryAgain()) {
            return id -> {};
        }
        CertainText text = new CertainText(
                rules.tokenizer(),
                rules.vocabulary(),
                window.spokenFrames(),
                piece -> events.add(() -> writer.addAhead(piece)));
        return text::add;
    }

    private void find(SpokenLanguage found) {
        if (language == null) {
            language = found;
        }
    }

    /** Writes what is complete. */
    private void write() {
        while (!clips.isEmpty()) {
            writer.add(clips.element().take());
            if (running.contains(clips.element())) {
                return;
            }
            clips.remove();
        }
    }

    private void awaitEvent() {
        try {
            events.take().run();
        } catch (InterruptedException ex) {
            throw ModelCalls.interrupted();
        }
    }
}
