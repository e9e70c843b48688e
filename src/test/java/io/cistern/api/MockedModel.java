package io.cistern.api;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.model.Task;
import io.cistern.serving.CapacityOverride;
import io.cistern.serving.CapacitySettings;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationService;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import io.cistern.serving.TranscriptionService;
import io.cistern.serving.UnknownModelException;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** A model "tiny" with 8 rows of 64 tokens and 32 encoder positions, that answers every input with "H" and the end. */
@TestConfiguration(proxyBeanMethods = false)
public class MockedModel {

    private static final int VOCABULARY = 384;

    @Bean
    ModelRegistry modelRegistry() {
        ServedModel text = model("tiny", "t5");
        ServedModel audio = model("ears", "whisper");
        ModelRegistry registry = mock(ModelRegistry.class);
        when(registry.get(any())).thenAnswer(call -> named(call.getArgument(0), text, text, audio));
        when(registry.get(any(), any())).thenAnswer(call -> {
            ServedModel first = call.getArgument(1) == Task.SPEECH ? audio : text;
            return named(call.getArgument(0), first, text, audio);
        });
        when(registry.all()).thenReturn(List.of(text, audio));
        return registry;
    }

    private static ServedModel named(String id, ServedModel first, ServedModel text, ServedModel audio) {
        if (id == null) {
            return first;
        }
        return switch (id) {
            case "tiny" -> text;
            case "ears" -> audio;
            default -> throw new UnknownModelException(id, List.of("tiny", "ears"));
        };
    }

    @Bean
    ApplicationAvailability availability() {
        return mock(ApplicationAvailability.class);
    }

    @Bean
    GenerationService generationService() {
        return mock(GenerationService.class);
    }

    @Bean
    TranscriptionService transcriptionService() {
        return mock(TranscriptionService.class);
    }

    /** Returns an answer with this many outputs for each input: "H" and the end, one less likely than the other. */
    public static GenerationAnswer answer(int inputs, int outputs, Long seed) {
        List<GeneratedSequence> sequences = IntStream.range(0, outputs)
                .mapToObj(rank -> sequence(-0.25f - rank))
                .toList();
        GenerationResult result = new GenerationResult(sequences, 5, 1, seed);
        return new GenerationAnswer(
                Collections.nCopies(inputs, result),
                Collections.nCopies(inputs, new int[5]),
                Collections.nCopies(inputs, 0),
                null,
                Duration.ofMillis(3),
                Duration.ofMillis(40));
    }

    /** Returns an answer with one output, of whose input this many tokens were cut. */
    public static GenerationAnswer truncated(int tokens) {
        GenerationAnswer whole = answer(1, 1, null);
        return new GenerationAnswer(
                whole.results(), whole.inputTokens(), List.of(tokens), null, whole.queued(), whole.inference());
    }

    /** Returns a call that has this answer. */
    public static GenerationCall call(GenerationAnswer answer) {
        CompletableFuture<GenerationAnswer> answered = CompletableFuture.completedFuture(answer);
        return () -> answered;
    }

    private static GeneratedSequence sequence(float score) {
        List<TokenDetail> tokens = List.of(new TokenDetail(75, -0.125f), new TokenDetail(1, -0.5f));
        return new GeneratedSequence(tokens, List.of(), "H", FinishReason.EOS_TOKEN, score);
    }

    private static ServedModel model(String id, String type) {
        ModelConfig config = mock(ModelConfig.class);
        when(config.modelType()).thenReturn(type);
        when(config.task()).thenReturn(type.equals("whisper") ? Task.SPEECH : Task.TEXT);
        when(config.vocabularySize()).thenReturn(VOCABULARY);
        when(config.endOfSequenceTokenIds()).thenReturn(Set.of(1));
        TextTokenizer tokenizer = tokenizer();
        ServedModel model = mock(ServedModel.class);
        when(model.id()).thenReturn(id);
        when(model.config()).thenReturn(config);
        when(model.capacity()).thenReturn(new CacheCapacity(8, 64, 32));
        when(model.capacitySettings()).thenReturn(new CapacitySettings(1, new CapacityOverride(null, 64, null)));
        when(model.tokenizer()).thenReturn(tokenizer);
        when(model.precision()).thenReturn(Precision.FP32);
        return model;
    }

    private static TextTokenizer tokenizer() {
        TextTokenizer tokenizer = mock(TextTokenizer.class);
        when(tokenizer.tokenText(anyInt())).thenAnswer(call -> tokenText(call.getArgument(0)));
        when(tokenizer.isSpecial(anyInt())).thenAnswer(call -> call.<Integer>getArgument(0) < 3);
        when(tokenizer.decode(any())).thenAnswer(call -> decode(call.getArgument(0)));
        when(tokenizer.tokenize("hi"))
                .thenReturn(List.of(
                        new TokenSpan(107, "h", 0, 1), new TokenSpan(108, "i", 1, 2), new TokenSpan(1, "</s>", 2, 2)));
        return tokenizer;
    }

    private static String tokenText(int id) {
        return switch (id) {
            case 0 -> "<pad>";
            case 1 -> "</s>";
            default -> Character.toString(id - 3);
        };
    }

    private static String decode(int[] ids) {
        return Arrays.stream(ids)
                .filter(id -> id >= 3)
                .mapToObj(MockedModel::tokenText)
                .collect(Collectors.joining());
    }
}
