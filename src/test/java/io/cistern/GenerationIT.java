package io.cistern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as it starts by default, over HTTP, against what Transformers answers with the same weights. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class GenerationIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final long SEED = Long.getLong("seed", 20261130L);
    private static final int CLIENTS = 8;
    private static final float SCORE_TOLERANCE = 1e-4f;

    /** The weights are stored in fp16 and widened on load, as Transformers does for the reference. */
    private static final Path REFERENCE = Path.of("models/g2p-en/reference/cases.json");

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    static Stream<Reference> cases() {
        return JSON.readTree(REFERENCE.toFile()).path("cases").valueStream().map(Reference::new);
    }

    /** What Transformers answers to one input. */
    record Reference(JsonNode node) {

        String inputs() {
            return node.path("inputs").asString();
        }

        void assertGreedy(JsonNode answer) {
            assertThat(answer.path("generated_text").asString())
                    .as(inputs())
                    .isEqualTo(node.path("text").asString());
            assertThat(ids(answer.path("details").path("tokens"))).as(inputs()).isEqualTo(integers(node.path("ids")));
        }

        void assertBeams(JsonNode answer) {
            List<JsonNode> sequences = answer.path("sequences").valueStream().toList();
            assertThat(sequences)
                    .extracting(sequence -> sequence.path("generated_text").asString())
                    .as(inputs())
                    .isEqualTo(node.path("beam4_texts")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList());
            for (int i = 0; i < sequences.size(); i++) {
                assertThat(sequences.get(i).path("score").floatValue())
                        .as("%s, score %d", inputs(), i)
                        .isCloseTo(node.path("beam4_scores").get(i).floatValue(), within(SCORE_TOLERANCE));
            }
            assertThat(beamIds(answer.path("details")))
                    .as(inputs())
                    .isEqualTo(node.path("beam4_ids")
                            .valueStream()
                            .map(Reference::integers)
                            .toList());
        }

        private static List<List<Integer>> beamIds(JsonNode details) {
            List<List<Integer>> all = new ArrayList<>();
            all.add(ids(details.path("tokens")));
            details.path("best_of_sequences").forEach(sequence -> all.add(ids(sequence.path("tokens"))));
            return all;
        }

        private static List<Integer> ids(JsonNode tokens) {
            return tokens.valueStream().map(token -> token.path("id").asInt()).toList();
        }

        private static List<Integer> integers(JsonNode values) {
            return values.valueStream().map(JsonNode::asInt).toList();
        }

        @Override
        public String toString() {
            return inputs();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void greedySearchGivesTheTokensOfTransformers(Reference reference) {
        reference.assertGreedy(greedy(reference));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void beamSearchGivesTheSequencesAndScoresOfTransformers(Reference reference) {
        reference.assertBeams(beams(reference));
    }

    @Test
    void aListIsAnsweredInItsOrder() {
        List<Reference> all = cases().toList();
        JsonNode answers =
                generate(all.stream().map(Reference::inputs).toList(), Map.of("max_new_tokens", 200, "details", true));
        assertThat(answers.size()).isEqualTo(all.size());
        for (int i = 0; i < all.size(); i++) {
            all.get(i).assertGreedy(answers.get(i));
        }
    }

    @Test
    void answersAreTheSameWhenAllAreAskedAtOnce() {
        List<Callable<Void>> requests = new ArrayList<>();
        cases().forEach(reference -> {
            requests.add(() -> {
                reference.assertGreedy(greedy(reference));
                return null;
            });
            requests.add(() -> {
                reference.assertBeams(beams(reference));
                return null;
            });
        });
        System.out.println("seed " + SEED);
        Collections.shuffle(requests, new Random(SEED));
        atOnce(requests);
    }

    @Test
    void theSameSeedGivesTheSameTextWhileOthersAreServed() {
        String alone = drawn(42);
        assertThat(Stream.of(1, 2, 3, 4).map(this::drawn)).as("other seeds").anyMatch(text -> !text.equals(alone));

        List<Callable<String>> requests = new ArrayList<>();
        cases().forEach(reference -> {
            requests.add(() -> drawn(42));
            requests.add(() -> greedy(reference).path("generated_text").asString());
        });
        List<String> texts = atOnce(requests);

        for (int i = 0; i < texts.size(); i += 2) {
            assertThat(texts.get(i)).isEqualTo(alone);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aGrowingCacheVerifiesTheAnswer(int beams) {
        JsonNode answer =
                generate("pronounce: verification", Map.of("max_new_tokens", 64, "num_beams", beams, "verify", true));
        JsonNode verification = answer.path("details").path("verification");
        assertThat(verification.path("identical").asBoolean()).isTrue();
        assertThat(verification.path("largest_logit_difference").isNumber()).isTrue();
        assertThat(verification.path("largest_logit_difference").floatValue()).isBetween(0f, 1e-3f);
    }

    @Test
    void whatDoesNotFitIsAnsweredWithTheSettingThatRaisesIt() {
        HttpResponse<String> response = post("/generate", Map.of("inputs", "a".repeat(600)));
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).contains("601", "512", "max-encoder-length");
    }

    @Test
    void isReady() {
        HttpResponse<String> response = get("/actuator/health/readiness");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(response.body()).path("status").asString()).isEqualTo("UP");
    }

    @Test
    void healthDoesNotTellWhereTheServiceRuns() {
        assertThat(get("/actuator/health").body()).contains("g2p-en").doesNotContain(System.getProperty("user.dir"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/env", "/actuator/heapdump", "/actuator/beans"})
    void innerMattersAreNotShown(String path) {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void theCacheIsAllocatedOnce() {
        String before = allocations();
        cases().forEach(this::greedy);
        assertThat(allocations()).isEqualTo(before).endsWith(" 4.0");
    }

    private JsonNode greedy(Reference reference) {
        return generate(reference.inputs(), Map.of("max_new_tokens", 200, "details", true));
    }

    private JsonNode beams(Reference reference) {
        return generate(
                reference.inputs(),
                Map.of("max_new_tokens", 200, "num_beams", 4, "num_return_sequences", 4, "details", true));
    }

    private String drawn(int seed) {
        return generate(
                        "pronounce: serendipity",
                        Map.of("max_new_tokens", 64, "do_sample", true, "temperature", 1.5, "seed", seed))
                .path("generated_text")
                .asString();
    }

    private JsonNode generate(Object inputs, Map<String, Object> parameters) {
        HttpResponse<String> response = post("/generate", Map.of("inputs", inputs, "parameters", parameters));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private String allocations() {
        return get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("cistern_cache_allocations{") && line.contains("g2p-en"))
                .findFirst()
                .orElseThrow();
    }

    private static <T> List<T> atOnce(List<Callable<T>> requests) {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : clients.invokeAll(requests)) {
                answers.add(answer.get());
            }
            return answers;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        } catch (ExecutionException ex) {
            throw new AssertionError(ex.getCause().getMessage(), ex.getCause());
        } finally {
            clients.shutdownNow();
        }
    }

    private HttpResponse<String> post(String path, Object body) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build());
    }

    private HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).GET().build());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
