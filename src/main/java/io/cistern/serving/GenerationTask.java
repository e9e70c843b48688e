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
 * @param truncation how inputs that are too long are cut; null refuses them
 * @param verify run again with a growing cache and compare
 * @param timeout time until there must be an answer; null is the default of the service
 */
public record GenerationTask(
        List<String> inputs,
        GenerationConfig config,
        @Nullable Truncation truncation,
        boolean verify,
        @Nullable Duration timeout) {

    /** Makes a task with the service's default timeout. */
    public GenerationTask(
            List<String> inputs, GenerationConfig config, @Nullable Truncation truncation, boolean verify) {
        this(inputs, config, truncation, verify, null);
    }

    /** Returns the same task with another truncation. */
    public GenerationTask truncated(@Nullable Truncation truncation) {
        return new GenerationTask(inputs, config, truncation, verify, timeout);
    }

    /** Returns the same task with another timeout. */
    public GenerationTask within(@Nullable Duration timeout) {
        return new GenerationTask(inputs, config, truncation, verify, timeout);
    }
}
