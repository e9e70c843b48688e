package io.cistern.generation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Greedy search or sampling: one or several sequences of an input that know nothing of each other. */
final class CandidateSearch implements SearchStrategy {

    private final List<Candidate> candidates;
    private final List<Candidate> growing;
    private final TokenScoring scoring;
    private final HighestScores highest;
    private final SequenceEnd end;
    private final TokenListener listener;
    private final boolean reportsTop;
    private int fed;

    CandidateSearch(
            GenerationConfig config, int[] prompt, TokenScoring scoring, SequenceEnd end, TokenListener listener) {
        this.candidates = candidates(config, prompt);
        this.growing = new ArrayList<>(candidates);
        this.scoring = scoring;
        this.highest = new HighestScores(config.topTokens());
        this.end = end;
        this.listener = listener;
        this.reportsTop = config.topTokens() > 0;
    }

    /** Each candidate draws from its own split of the seed's generator, however long the others go on. */
    private static List<Candidate> candidates(GenerationConfig config, int[] prompt) {
        SplittableRandom random = new SplittableRandom(config.seed());
        return IntStream.range(0, config.candidates())
                .mapToObj(index -> new Candidate(
                        index,
                        prompt,
                        config.doSample() ? new MultinomialSampler(random.split()) : new ArgmaxSampler()))
                .toList();
    }

    @Override
    public List<RowInput> nextInputs() {
        return growing.stream()
                .map(candidate ->
                        new RowInput(candidate.index(), fed, candidate.history().from(fed)))
                .toList();
    }

    @Override
    public void advance(RowLogits logits, LeasedRows rows) {
        fed = growing.get(0).history().length();
        for (int i = 0; i < growing.size(); i++) {
            logits.read(i);
            grow(growing.get(i), logits);
        }
        growing.stream().filter(Candidate::isFinished).forEach(candidate -> rows.release(candidate.index()));
        growing.removeIf(Candidate::isFinished);
    }

    private void grow(Candidate candidate, RowLogits logits) {
        float[] scores = scoring.ofLogits(logits, candidate.history());
        TokenDetail token = logits.token(candidate.sampler().sample(scores));
        List<TokenDetail> alternatives = reportsTop ? logits.top(highest) : List.of();
        candidate.append(token, alternatives);
        candidate.end(end.of(candidate.history()));
        listener.onToken(candidate.index(), token, alternatives);
    }

    @Override
    public boolean isFinished() {
        return growing.isEmpty();
    }

    @Override
    public List<GeneratedSequence> sequences() {
        return candidates.stream()
                .map(candidate -> candidate.sequence(end))
                .sorted(Comparator.comparing(GeneratedSequence::score).reversed())
                .toList();
    }
}
