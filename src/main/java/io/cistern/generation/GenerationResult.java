package io.cistern.generation;

import io.cistern.model.CrossAttention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one input gave.
 *
 * @param sequences best first, {@code numReturnSequences} of them (or all candidates of best_of)
 * @param encoderLength tokens of the input
 * @param decoderPromptLength tokens the decoder was started with
 * @param seed the seed that was used, when the request sampled
 * @param crossAttention how the tokens attend to the input, if the job's follow-up asked for it
 */
public record GenerationResult(
        List<GeneratedSequence> sequences,
        int encoderLength,
        int decoderPromptLength,
        @Nullable Long seed,
        @Nullable CrossAttention crossAttention) {

    public GenerationResult(
            List<GeneratedSequence> sequences, int encoderLength, int decoderPromptLength, @Nullable Long seed) {
        this(sequences, encoderLength, decoderPromptLength, seed, null);
    }

    GenerationResult withCrossAttention(CrossAttention attention) {
        return new GenerationResult(sequences, encoderLength, decoderPromptLength, seed, attention);
    }
}
