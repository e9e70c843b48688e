package io.cistern.transcription;

import static io.cistern.transcription.ByteSpeechTokenizer.END;
import static io.cistern.transcription.ByteSpeechTokenizer.ENGLISH;
import static io.cistern.transcription.ByteSpeechTokenizer.GERMAN;
import static io.cistern.transcription.ByteSpeechTokenizer.NO_SPEECH;
import static io.cistern.transcription.ByteSpeechTokenizer.VOCABULARY_SIZE;

import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.model.AudioSource;
import io.cistern.model.CrossAttention;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.transcription.speech.SpeechProbabilities;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** A model whose decodes are written by a test. A voice is what is not silent. */
final class ScriptedSpeechModel implements SpeechModel, AutoCloseable {

    static final int MAX_BATCH_SIZE = 4;
    static final int MAX_CACHE_LENGTH = 448;

    static final String CONFIG = """
            {"model_type": "whisper", "vocab_size": %d, "d_model": 8, "encoder_layers": 1, "decoder_layers": 1,
             "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8,
             "decoder_start_token_id": 257, "eos_token_id": 256, "pad_token_id": 256}
            """.formatted(VOCABULARY_SIZE);
    private static final String GENERATION = """
            {"is_multilingual": %s, "lang_to_id": {"<|en|>": 258, "<|de|>": 259},
             "task_to_id": {"translate": 260, "transcribe": 261}, "prev_sot_token_id": 262,
             "no_timestamps_token_id": 264, "max_initial_timestamp_index": 50, "suppress_tokens": [7],
             "begin_suppress_tokens": [9]}
            """;

    /** What is written for a window. */
    record Answer(int[] tokens, float logProbability) {

        static Answer of(Object... parts) {
            return new Answer(ByteSpeechTokenizer.tokens(parts), -0.1f);
        }

        Answer with(double logProbability) {
            return new Answer(tokens, (float) logProbability);
        }
    }

    /** Writes the text of a decode. */
    interface Script {
        Answer write(GenerationConfig config, AudioSource window) throws InterruptedException;
    }

    final List<GenerationConfig> probes = Collections.synchronizedList(new ArrayList<>());
    final List<GenerationConfig> texts = Collections.synchronizedList(new ArrayList<>());
    final List<AudioSource> windows = Collections.synchronizedList(new ArrayList<>());
    final List<int[]> aligned = Collections.synchronizedList(new ArrayList<>());
    final List<CompletableFuture<GenerationResult>> jobs = Collections.synchronizedList(new ArrayList<>());
    float noSpeech;
    int spoken = ENGLISH;
    int loudness;
    boolean keepWindows = true;
    final List<String> heldPlaces = Collections.synchronizedList(new ArrayList<>());
    Runnable onWaitForLongPlace = () -> {};

    private final ExecutorService decodeThreads = Executors.newCachedThreadPool();
    private final WhisperConfig config;
    private final Script script;

    ScriptedSpeechModel(Script script) {
        this(true, script);
    }

    ScriptedSpeechModel(boolean multilingual, Script script) {
        JsonMapper json = new JsonMapper();
        this.config = WhisperConfig.from(
                json.readTree(CONFIG), Optional.of(json.readTree(GENERATION.formatted(multilingual))));
        this.script = script;
    }

    @Override
    public WhisperConfig config() {
        return config;
    }

    @Override
    public TextTokenizer tokenizer() {
        return new ByteSpeechTokenizer();
    }

    @Override
    public int maxBatchSize() {
        return MAX_BATCH_SIZE;
    }

    @Override
    public int maxCacheLength() {
        return MAX_CACHE_LENGTH;
    }

    @Override
    public CompletableFuture<GenerationResult> decode(GenerationJob job) {
        if (keepWindows) {
            windows.add((AudioSource) job.source());
        }
        jobs.add(job.result());
        decodeThreads.execute(() -> {
            try {
                run(job);
            } catch (InterruptedException | RuntimeException ex) {
                job.result().completeExceptionally(ex);
            }
        });
        return job.result();
    }

    @Override
    public CompletableFuture<Float> highestLogMel(AudioSource audio) {
        return CompletableFuture.completedFuture((float) ++loudness);
    }

    @Override
    public SpeechProbabilities newSpeechProbabilities() {
        return samples -> {
            float[] probabilities = new float[samples.length / SpeechProbabilities.CHUNK_SAMPLES];
            for (int i = 0; i < samples.length; i++) {
                if (samples[i] != 0) {
                    probabilities[i / SpeechProbabilities.CHUNK_SAMPLES] = 1;
                }
            }
            return probabilities;
        };
    }

    @Override
    public <T> CompletableFuture<T> compute(Supplier<T> program) {
        return CompletableFuture.completedFuture(program.get());
    }

    @Override
    public Place takeWindowPlace() {
        return place("window");
    }

    @Override
    public Place takeLongPlace() {
        onWaitForLongPlace.run();
        return place("long");
    }

    private Place place(String kind) {
        heldPlaces.add(kind);
        return () -> heldPlaces.remove(kind);
    }

    @Override
    public void close() {
        decodeThreads.shutdownNow();
    }

    private void run(GenerationJob job) throws InterruptedException {
        GenerationConfig next = job.config();
        GenerationResult result = null;
        while (next != null) {
            result = decode(job, next);
            next = job.followUp().after(result);
        }
        int[] row = job.followUp().tokensToAlign(result);
        job.result().complete(row.length == 0 ? result : aligned(result, row));
    }

    private GenerationResult decode(GenerationJob job, GenerationConfig decode) throws InterruptedException {
        Answer answer;
        if (decode.maxNewTokens() == 1) {
            probes.add(decode);
            job.observer().observe(probeLogits());
            answer = new Answer(new int[] {0}, 0);
        } else {
            texts.add(decode);
            answer = script.write(decode, (AudioSource) job.source());
        }
        List<TokenDetail> written = new ArrayList<>();
        for (int token : answer.tokens()) {
            written.add(new TokenDetail(token, answer.logProbability()));
        }
        if (decode.maxNewTokens() > 1) {
            written.add(new TokenDetail(END, answer.logProbability()));
        }
        written.forEach(token -> job.listener().onToken(0, token, List.of()));
        GeneratedSequence sequence = new GeneratedSequence(written, List.of(), "", FinishReason.EOS_TOKEN, 0);
        return new GenerationResult(
                List.of(sequence), 1500, decode.decoderPromptIds().size(), null);
    }

    private float[] probeLogits() {
        float[] logits = new float[VOCABULARY_SIZE];
        logits[NO_SPEECH] = (float) Math.log(noSpeech / (1 - noSpeech) * (VOCABULARY_SIZE - 1));
        logits[spoken] = (float) Math.log(3);
        logits[spoken == ENGLISH ? GERMAN : ENGLISH] = 0;
        return logits;
    }

    /** Token i of the row attends to position i alone. */
    private GenerationResult aligned(GenerationResult result, int[] row) {
        aligned.add(row);
        float[] weights = new float[row.length * 1500];
        for (int i = 0; i < row.length; i++) {
            weights[i * 1500 + i] = 1;
        }
        CrossAttention attention = new CrossAttention(1, row.length, 1500, weights);
        return new GenerationResult(
                result.sequences(), result.encoderLength(), result.decoderPromptLength(), null, attention);
    }
}
