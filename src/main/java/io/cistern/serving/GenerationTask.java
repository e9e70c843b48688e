package io.cistern.serving;

import io.cistern.generation.GenerationConfig;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of a text model.
 *
 * @param inputs texts, each answered in its place
 * @param config how to generate, the same for all inputs; input {@code i} draws with seed {@code config.seed() + i},
 *     after the largest number from 0 again
 * @param truncate keep only the last tokens of an input, this many; null refuses an input that is too long
 * @param verify run again with a growing cache and compare
 * @param timeout time until there must be an answer; null is the default of the service
 */
public record GenerationTask(
        List<String> inputs,
        GenerationConfig config,
        @Nullable Integer truncate,
        boolean verify,
        @Nullable Duration timeout) {

    /** Makes a task with the service's default timeout. */
    public GenerationTask(List<String> inputs, GenerationConfig config, @Nullable Integer truncate, boolean verify) {
        this(inputs, config, truncate, verify, null);
    }
}
