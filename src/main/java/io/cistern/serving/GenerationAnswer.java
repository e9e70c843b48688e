package io.cistern.serving;

import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs of a task gave.
 *
 * @param results one per input, in order
 * @param inputTokens the token ids that were encoded, one array per input, after any truncation
 * @param truncatedTokens tokens that were cut off each input; 0 where nothing was
 * @param verification the comparison with a growing cache, if it was asked for
 * @param queued time until the first row was leased
 * @param inference time from then to the end
 */
public record GenerationAnswer(
        List<GenerationResult> results,
        List<int[]> inputTokens,
        List<Integer> truncatedTokens,
        @Nullable Verification verification,
        Duration queued,
        Duration inference) {

    /** Returns the tokens that were encoded for all inputs. */
    public int encodedTokens() {
        return inputTokens.stream().mapToInt(ids -> ids.length).sum();
    }

    /** Returns the tokens of all sequences, those of discarded candidates included. */
    public int generatedTokens() {
        return sequences().mapToInt(sequence -> sequence.tokens().size()).sum();
    }

    /** Returns the tokens of the longest sequence. */
    public int longestSequence() {
        return sequences().mapToInt(sequence -> sequence.tokens().size()).max().orElse(0);
    }

    private Stream<GeneratedSequence> sequences() {
        return results.stream().map(GenerationResult::sequences).flatMap(List::stream);
    }

    /**
     * The result of running the same task with a growing cache.
     *
     * @param identical whether every token of every sequence is equal
     * @param largestLogitDifference largest absolute difference of any logit at any step
     */
    public record Verification(boolean identical, float largestLogitDifference) {}
}
