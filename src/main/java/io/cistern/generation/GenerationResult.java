package io.cistern.generation;

import java.util.List;

/**
 * What one input gave.
 *
 * @param sequences best first, {@code numReturnSequences} of them (or all candidates of best_of)
 * @param encoderLength tokens of the input
 * @param decoderPromptLength tokens the decoder was started with
 * @param seed the seed that was used, when the request sampled
 */
public record GenerationResult(
        List<GeneratedSequence> sequences,
        int encoderLength,
        int decoderPromptLength,
        @org.jspecify.annotations.Nullable Long seed) {}
