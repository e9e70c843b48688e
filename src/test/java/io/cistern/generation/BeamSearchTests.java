package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.GenerationConfig.EarlyStopping;
import io.cistern.testing.LetterTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Beam search against sequences and scores of Transformers; beam-search.json names its version and script. */
class BeamSearchTests {

    private static final float TOLERANCE = 1e-5f;

    private static List<Case> cases;

    private final HashedModel model = new HashedModel();
    private final HashedCache cache = model.allocateCache(new CacheCapacity(24, 32, 16));
    private final DecodingBatch batch = new DecodingBatch(model, cache, new LetterTokenizer());

    private record Case(int[] input, GenerationConfig config, List<Expected> sequences) {}

    private record Expected(int[] ids, float score) {}

    @BeforeAll
    static void readCases() throws IOException {
        try (InputStream json = BeamSearchTests.class.getResourceAsStream("beam-search.json")) {
            cases = elements(new JsonMapper().readTree(json).get("cases"))
                    .map(BeamSearchTests::readCase)
                    .toList();
        }
    }

    @Test
    void givesTheSequencesAndScoresOfTransformers() {
        for (Case expected : cases) {
            GenerationJob job = new GenerationJob(expected.input, expected.config);
            assertThat(batch.tryJoin(job)).isTrue();
            finish();
            assertMatches(job, expected);
        }
        assertThat(model.copiedRows).as("copied rows").isGreaterThan(cases.size());
        assertThat(cache.freeRows()).isEqualTo(24);
        assertThat(cache.crossInUse.isEmpty()).isTrue();
    }

    @Test
    void givesTheSameWhenSearchesShareTheirSteps() {
        List<GenerationJob> jobs = new ArrayList<>();
        for (Case next : cases) {
            GenerationJob job = new GenerationJob(next.input, next.config);
            while (!batch.tryJoin(job)) {
                batch.step();
            }
            jobs.add(job);
        }
        finish();
        for (int i = 0; i < jobs.size(); i++) {
            assertMatches(jobs.get(i), cases.get(i));
        }
        assertThat(model.rowsOfDecodeCalls).anyMatch(rows -> rows > 10);
    }

    @Test
    void scoresAreSumsOfTheModelsLogProbabilitiesByLength() {
        int[] input = {4, 9, 1};
        GeneratedSequence best = generate(
                        input, GenerationConfig.builder(8).numBeams(3).topTokens(2))
                .sequences()
                .get(0);
        int[] ids = best.tokenIds();
        float sum = 0;
        for (int i = 0; i < ids.length; i++) {
            float[] logits = HashedModel.logits(
                    input,
                    IntStream.concat(IntStream.of(0), IntStream.of(ids).limit(i))
                            .toArray());
            float expected = logits[ids[i]] - (float) HashedModel.logSumExp(logits);
            assertThat(best.tokens().get(i).logProbability()).isCloseTo(expected, within(TOLERANCE));
            assertThat(best.topTokens().get(i)).hasSize(2);
            assertThat(best.topTokens().get(i).get(0).logProbability())
                    .isGreaterThanOrEqualTo(best.topTokens().get(i).get(1).logProbability())
                    .isGreaterThanOrEqualTo(expected);
            sum += expected;
        }
        assertThat(best.score()).isCloseTo(sum / ids.length, within(TOLERANCE));
    }

    @Test
    void aStopStringEndsABeam() {
        int[] input = {14, 3, 1};
        GenerationConfig.Builder open =
                GenerationConfig.builder(6).numBeams(3).minNewTokens(6).lengthPenalty(0);
        String text = generate(input, open).sequences().get(0).text();
        String stop = text.substring(2, 4);
        GenerationResult stopped =
                generate(input, open.stopSequences(List.of(stop)).numReturnSequences(3));
        GeneratedSequence sequence = stopped.sequences().stream()
                .filter(found -> found.finishReason() == FinishReason.STOP_SEQUENCE)
                .findFirst()
                .orElseThrow();
        assertThat(new LetterTokenizer().decode(sequence.tokenIds())).endsWith(stop);
        assertThat(stopped.sequences()).noneMatch(found -> found.text().contains(stop));
    }

    @Test
    void returnsFewerSequencesWhereFewerArePossible() {
        List<Integer> allButTwo =
                IntStream.range(3, HashedModel.VOCABULARY).boxed().toList();
        GenerationConfig.Builder narrow = GenerationConfig.builder(1)
                .numBeams(4)
                .numReturnSequences(4)
                .suppressTokens(allButTwo)
                .forcedBosTokenId(2);
        GenerationResult result = generate(new int[] {5, 1}, narrow);
        assertThat(result.sequences()).hasSize(1);
        assertThat(result.sequences().get(0).tokenIds()).isEqualTo(new int[] {2});
        assertThat(result.sequences().get(0).finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    private GenerationResult generate(int[] input, GenerationConfig.Builder config) {
        GenerationJob job = new GenerationJob(input, config.build());
        assertThat(batch.tryJoin(job)).isTrue();
        finish();
        return job.result().join();
    }

    private void finish() {
        while (!batch.isEmpty()) {
            batch.step();
        }
    }

    private static void assertMatches(GenerationJob job, Case expected) {
        List<GeneratedSequence> sequences = job.result().join().sequences();
        String description = expected.config.toString();
        assertThat(sequences).as(description).hasSameSizeAs(expected.sequences);
        for (int i = 0; i < sequences.size(); i++) {
            assertThat(sequences.get(i).tokenIds()).as(description).isEqualTo(expected.sequences.get(i).ids);
            assertThat(sequences.get(i).score())
                    .as(description)
                    .isCloseTo(expected.sequences.get(i).score, within(TOLERANCE));
        }
    }

    private static Case readCase(JsonNode json) {
        List<Expected> sequences = elements(json.get("sequences"))
                .map(sequence -> new Expected(
                        ids(sequence.get("ids")).stream().mapToInt(id -> id).toArray(),
                        sequence.get("score").floatValue()))
                .toList();
        int[] input = ids(json.get("input_ids")).stream().mapToInt(id -> id).toArray();
        return new Case(input, config(json.get("settings"), ids(json.get("decoder_input_ids"))), sequences);
    }

    private static GenerationConfig config(JsonNode json, List<Integer> prompt) {
        return GenerationConfig.builder(json.get("max_new_tokens").intValue())
                .numBeams(json.get("num_beams").intValue())
                .numReturnSequences(json.get("num_return_sequences").intValue())
                .lengthPenalty(json.get("length_penalty").floatValue())
                .earlyStopping(earlyStopping(json.get("early_stopping").asString()))
                .endOfSequenceTokenIds(ids(json.path("eos_token_id")))
                .noRepeatNgramSize(json.path("no_repeat_ngram_size").asInt(0))
                .repetitionPenalty((float) json.path("repetition_penalty").asDouble(1))
                .minNewTokens(json.path("min_new_tokens").asInt(0))
                .suppressTokens(ids(json.path("suppress_tokens")))
                .forcedBosTokenId(
                        json.has("forced_bos_token_id")
                                ? json.get("forced_bos_token_id").intValue()
                                : null)
                .decoderPromptIds(prompt)
                .build();
    }

    private static EarlyStopping earlyStopping(String value) {
        return switch (value) {
            case "true" -> EarlyStopping.WHEN_ENOUGH_CANDIDATES;
            case "false" -> EarlyStopping.HEURISTIC;
            default -> EarlyStopping.NEVER;
        };
    }

    private static List<Integer> ids(JsonNode json) {
        return elements(json).map(JsonNode::intValue).toList();
    }

    private static java.util.stream.Stream<JsonNode> elements(JsonNode json) {
        return StreamSupport.stream(json.spliterator(), false);
    }
}
