package io.cistern.transcription;

import static io.cistern.model.AudioSource.SAMPLE_RATE;

import io.cistern.model.whisper.WhisperConfig;
import io.cistern.transcription.speech.SpeechDetector;
import io.cistern.transcription.speech.SpeechSegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One recording on its way to text: chooses how it is cut. */
final class TranscriptionRun {

    /** What is shorter than 0.1 s holds no word. */
    private static final int MIN_LENGTH = SAMPLE_RATE / 10;

    private final SpeechModel model;
    private final ModelCalls calls;
    private final WhisperConfig config;
    private final SpeechVocabulary vocabulary;
    private final TranscriptionOptions options;
    private final @Nullable SpokenLanguage language;
    private final TranscriptWriter writer;

    /** @param language that is known before anything is heard */
    TranscriptionRun(
            SpeechModel model,
            WhisperConfig config,
            SpeechVocabulary vocabulary,
            TranscriptionOptions options,
            @Nullable SpokenLanguage language,
            TranscriptListener listener) {
        this.model = model;
        this.calls = new ModelCalls(model);
        this.config = config;
        this.vocabulary = vocabulary;
        this.options = options;
        this.language = language;
        this.writer = new TranscriptWriter(listener);
    }

    /** One that is longer than a window is opened again: while it waits for its place it holds nothing. */
    Transcript transcribe(Recording recording) {
        try (SpeechModel.Place place = model.takeWindowPlace()) {
            float[] beginning = beginning(recording);
            if (beginning.length <= ShortClip.MAX_LENGTH) {
                return transcribeShort(beginning);
            }
        }
        try (SpeechModel.Place place = model.takeLongPlace();
                SlidingSamples samples = new SlidingSamples(recording.open())) {
            return isSequential() ? transcribeInSequence(recording, samples) : transcribeTogether(samples);
        }
    }

    /** Returns a window and the sample after it, which tells that there is more. */
    private static float[] beginning(Recording recording) {
        try (SlidingSamples samples = new SlidingSamples(recording.open())) {
            samples.readTo(ShortClip.MAX_LENGTH + 1L);
            return samples.copy(0, ShortClip.MAX_LENGTH + 1L);
        }
    }

    private boolean isSequential() {
        return options.mode() == WindowMode.SEQUENTIAL
                || (options.mode() == WindowMode.AUTO && options.conditionOnPreviousText());
    }

    private Transcript transcribeShort(float[] samples) {
        SpeechMap speech = samples.length < MIN_LENGTH ? new SpeechMap(List.of()) : speech(samples);
        Clip clip = new ShortClip(0, samples, calls::highestLogMel);
        return transcribe(new WholeClip(new CutClip(clip, speech)), 1, options.timestamps());
    }

    private SpeechMap speech(float[] samples) {
        if (!options.voiceActivity()) {
            return SpeechMap.everywhere();
        }
        SpeechDetector detector = calls.newSpeechDetector();
        return calls.compute(() -> {
            List<SpeechSegment> segments = new ArrayList<>(detector.add(samples));
            segments.addAll(detector.finish());
            return new SpeechMap(segments);
        });
    }

    /** The recording is read twice, as features are scaled by its loudest point. */
    private Transcript transcribeInSequence(Recording recording, SlidingSamples samples) {
        RecordingScan scan = RecordingScan.of(samples, calls, options.voiceActivity());
        samples.close();
        try (Clip clip = new LongClip(new SlidingSamples(recording.open()), scan.length(), scan.highestLogMel())) {
            return transcribe(new WholeClip(new CutClip(clip, scan.speech())), 1, true);
        }
    }

    private Transcript transcribeTogether(SlidingSamples samples) {
        ClipSource source = options.voiceActivity() ? new VoicedClips(samples, calls) : new QuietClips(samples, calls);
        return transcribe(source, Math.max(1, model.maxBatchSize() / options.beams()), true);
    }

    private Transcript transcribe(ClipSource source, int mostClips, boolean timestamps) {
        DecodingRules rules =
                new DecodingRules(config, vocabulary, model.tokenizer(), options, timestamps, rowLength());
        try (ClipPipeline pipeline = new ClipPipeline(model, rules, language, mostClips, writer)) {
            pipeline.run(source);
            return transcript(pipeline, source.length());
        }
    }

    private int rowLength() {
        return Math.min(model.maxCacheLength(), config.targetPositions());
    }

    private Transcript transcript(ClipPipeline pipeline, long length) {
        SpokenLanguage spoken = pipeline.language();
        return new Transcript(
                spoken == null ? null : spoken.code(),
                spoken == null ? 0 : spoken.probability(),
                (double) length / SAMPLE_RATE,
                writer.text(),
                writer.segments(),
                pipeline.usage());
    }
}
