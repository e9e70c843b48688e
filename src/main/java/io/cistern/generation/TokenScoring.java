package io.cistern.generation;

import io.cistern.generation.logits.LogitsProcessor;
import java.util.List;

/** Applies a job's logits processors to the scores of one row. */
final class TokenScoring {

    private final List<LogitsProcessor> processors;
    private final float[] scores;

    TokenScoring(List<LogitsProcessor> processors, int vocabularySize) {
        this.processors = processors;
        this.scores = new float[vocabularySize];
    }

    /** Returns the logits as the processors leave them: the very array of the logits where there is no processor. */
    float[] ofLogits(RowLogits logits, TokenHistory history) {
        if (processors.isEmpty()) {
            return logits.values();
        }
        System.arraycopy(logits.values(), 0, scores, 0, scores.length);
        return processed(history);
    }

    /** Returns the log-probabilities as the processors leave them. */
    float[] ofLogProbabilities(RowLogits logits, TokenHistory history) {
        logits.logProbabilities(scores);
        return processed(history);
    }

    private float[] processed(TokenHistory history) {
        for (LogitsProcessor processor : processors) {
            processor.process(history, scores);
        }
        return scores;
    }
}
