package io.cistern.bench;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationResult;
import io.cistern.model.Precision;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Times generate calls for {@code bench/compare.py}: answers each JSON line with another, as {@code bench/peers.py} does.
 * Arguments: checkpoint folder, precision, threads.
 */
public final class GenerateBench {

    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private GenerateBench() {}

    /**
     * What compare.py asks.
     *
     * @param capacity largest batch, cache length and encoder length of the cache to use
     */
    record Request(List<int[]> inputs, int newTokens, int calls, int[] capacity) {

        CacheCapacity cacheCapacity() {
            return new CacheCapacity(capacity[0], capacity[1], capacity[2]);
        }

        GenerationConfig config() {
            return GenerationConfig.builder(newTokens).minNewTokens(newTokens).build();
        }
    }

    /** The seconds of every call and the tokens of the last. */
    record Answer(double[] seconds, List<int[]> tokens) {}

    record Ready(String ready) {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // where what is logged cannot be taken for an answer
        Path checkpoint = Path.of(arguments[0]);
        Precision precision = Precision.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        try (DirectGeneration generation =
                        DirectGeneration.load(checkpoint, precision, Integer.parseInt(arguments[2]));
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answers.println(JSON.writeValueAsString(new Ready("cistern")));
            String line;
            while ((line = requests.readLine()) != null) {
                answers.println(JSON.writeValueAsString(answer(generation, JSON.readValue(line, Request.class))));
            }
        }
    }

    private static Answer answer(DirectGeneration generation, Request request) {
        CacheCapacity capacity = request.cacheCapacity();
        generation.batch(capacity); // a cache is allocated before the service is ready, not by a call
        double[] seconds = new double[request.calls()];
        List<int[]> tokens = List.of();
        for (int call = 0; call < seconds.length; call++) {
            long start = System.nanoTime();
            List<GenerationResult> results = generation.generate(capacity, request.inputs(), request.config());
            seconds[call] = (System.nanoTime() - start) / 1e9;
            tokens = results.stream()
                    .map(result -> result.sequences().get(0).tokenIds())
                    .toList();
        }
        return new Answer(seconds, tokens);
    }
}
