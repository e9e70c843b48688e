package io.cistern.generation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One greedy or sampled sequence that grows in one row. */
final class Candidate {

    private final int index;
    private final TokenHistory history;
    private final Sampler sampler;
    private final List<TokenDetail> tokens = new ArrayList<>();
    private final List<List<TokenDetail>> topTokens = new ArrayList<>();
    private float sumOfLogProbabilities;
    private @Nullable FinishReason finishReason;

    Candidate(int index, int[] prompt, Sampler sampler) {
        this.index = index;
        this.history = new TokenHistory(prompt);
        this.sampler = sampler;
    }

    int index() {
        return index;
    }

    TokenHistory history() {
        return history;
    }

    Sampler sampler() {
        return sampler;
    }

    boolean isFinished() {
        return finishReason != null;
    }

    void append(TokenDetail token, List<TokenDetail> alternatives) {
        history.append(token.id());
        tokens.add(token);
        if (!alternatives.isEmpty()) {
            topTokens.add(alternatives);
        }
        sumOfLogProbabilities += token.logProbability();
    }

    void end(@Nullable FinishReason reason) {
        finishReason = reason;
    }

    GeneratedSequence sequence(SequenceEnd end) {
        if (finishReason == null) {
            throw new IllegalStateException("candidate " + index + " still grows");
        }
        return end.sequence(tokens, topTokens, finishReason, sumOfLogProbabilities / tokens.size());
    }
}
