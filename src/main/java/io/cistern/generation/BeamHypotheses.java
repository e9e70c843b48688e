package io.cistern.generation;

import java.util.ArrayList;
import java.util.List;

/**
 * The best finished sequences of a beam search, and whether running ones can still be better.
 *
 * <p>Rules and scores: {@code _update_finished_beams} and {@code _check_early_stop_heuristic} in
 * transformers/generation/utils.py.
 */
final class BeamHypotheses {

    private final int width;
    private final float lengthPenalty;
    private final GenerationConfig.EarlyStopping earlyStopping;
    private final int maxNewTokens;
    private final List<Hypothesis> best = new ArrayList<>();

    private record Hypothesis(Beam beam, FinishReason reason, float score) {}

    BeamHypotheses(GenerationConfig config) {
        this.width = config.numBeams();
        this.lengthPenalty = config.lengthPenalty();
        this.earlyStopping = config.earlyStopping();
        this.maxNewTokens = config.maxNewTokens();
    }

    /** Keeps a finished beam if it is among the best. */
    void add(Beam beam, FinishReason reason, int length) {
        float score = penalized(beam.score(), length);
        int place = best.size();
        while (place > 0 && best.get(place - 1).score < score) {
            place--;
        }
        best.add(place, new Hypothesis(beam, reason, score));
        if (best.size() > width) {
            best.remove(width);
        }
    }

    /**
     * Returns whether the search goes on.
     *
     * @param runningScore score of the best running beam
     * @param length new tokens of every running beam
     */
    boolean canImprove(float runningScore, int length) {
        if (best.size() < width) {
            return true;
        }
        return earlyStopping != GenerationConfig.EarlyStopping.WHEN_ENOUGH_CANDIDATES
                && penalized(runningScore, hopefulLength(length)) > best.get(width - 1).score;
    }

    /** The length at which a running beam is compared with finished ones: what a "never" search could still reach. */
    private int hopefulLength(int length) {
        return earlyStopping == GenerationConfig.EarlyStopping.NEVER && lengthPenalty > 0 ? maxNewTokens : length;
    }

    private float penalized(float score, int length) {
        return score / (float) Math.pow(length, lengthPenalty);
    }

    List<GeneratedSequence> sequences(int count, SequenceEnd end) {
        return best.stream()
                .limit(count)
                .map(hypothesis -> end.sequence(
                        hypothesis.beam.tokens(), hypothesis.beam.topTokens(), hypothesis.reason, hypothesis.score))
                .toList();
    }
}
