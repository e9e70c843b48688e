package io.cistern.generation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Beam search as {@code GenerationMixin._beam_search} in transformers/generation/utils.py does it, with one difference
 * that no result shows: where Transformers fills up with copies and forbidden continuations that score -1e9, there are
 * fewer beams here. So the first step feeds one row, and a search with fewer possible sequences than beams returns just
 * those.
 */
final class BeamSearch implements SearchStrategy {

    private final int width;
    private final int returned;
    private final int continuations;
    private final TokenScoring scoring;
    private final HighestScores best;
    private final HighestScores alternatives;
    private final SequenceEnd end;
    private final BeamHypotheses hypotheses;
    private final int promptLength;
    private final int vocabularySize;
    private final boolean reportsTop;
    private List<Beam> running;
    private int fed;

    /** A token that may follow a beam; {@code topTokens} are its alternatives. */
    private record Continuation(Beam beam, TokenDetail token, float score, List<TokenDetail> topTokens) {

        Beam follow() {
            return beam.child(score, token, topTokens);
        }
    }

    /**
     * @param endOfSequenceIds number of end-of-sequence tokens: so many continuations of each beam may end, and as many
     *     beams as before must be left to go on
     */
    BeamSearch(
            GenerationConfig config,
            int[] prompt,
            int endOfSequenceIds,
            int vocabularySize,
            TokenScoring scoring,
            SequenceEnd end) {
        this.width = config.numBeams();
        this.returned = config.numReturnSequences();
        this.continuations = Math.max(2, 1 + endOfSequenceIds) * width;
        this.scoring = scoring;
        this.best = new HighestScores(continuations);
        this.alternatives = new HighestScores(config.topTokens());
        this.end = end;
        this.hypotheses = new BeamHypotheses(config);
        this.promptLength = prompt.length;
        this.vocabularySize = vocabularySize;
        this.reportsTop = config.topTokens() > 0;
        this.running = List.of(new Beam(0, 0, new TokenHistory(prompt), null));
    }

    @Override
    public List<RowInput> nextInputs() {
        return running.stream()
                .map(beam -> new RowInput(beam.row(), fed, beam.history().from(fed)))
                .toList();
    }

    @Override
    public void advance(RowLogits logits, LeasedRows rows) {
        fed = running.get(0).history().length();
        int length = fed + 1 - promptLength;
        List<Beam> next = goOn(bestContinuations(logits), length);
        boolean ended = next.isEmpty() || !hypotheses.canImprove(next.get(0).score(), length);
        running = ended ? List.of() : placed(next, rows);
    }

    private List<Continuation> bestContinuations(RowLogits logits) {
        List<Continuation> found = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            logits.read(i);
            addContinuations(running.get(i), logits, found);
        }
        if (found.isEmpty()) {
            throw new NoPossibleTokenException(vocabularySize);
        }
        found.sort(Comparator.comparing(Continuation::score).reversed());
        return found.subList(0, Math.min(continuations, found.size()));
    }

    private void addContinuations(Beam beam, RowLogits logits, List<Continuation> found) {
        List<TokenDetail> top = reportsTop ? logits.top(alternatives) : List.of();
        int count = best.find(scoring.ofLogProbabilities(logits, beam.history()));
        for (int rank = 0; rank < count; rank++) {
            found.add(new Continuation(beam, logits.token(best.id(rank)), beam.score() + best.score(rank), top));
        }
    }

    /** Returns the beams that go on; of those that end, only ones among the best {@code width} continuations count. */
    private List<Beam> goOn(List<Continuation> ranked, int length) {
        List<Beam> next = new ArrayList<>();
        for (int rank = 0; rank < ranked.size(); rank++) {
            Beam child = ranked.get(rank).follow();
            FinishReason reason = end.of(child.history());
            if (reason == null && next.size() < width) {
                next.add(child);
            } else if (reason != null && rank < width) {
                hypotheses.add(child, reason, length);
            }
        }
        return next;
    }

    /** A beam's first child stays in its row; the others take rows that no beam goes on in, with the prefix copied. */
    private List<Beam> placed(List<Beam> next, LeasedRows rows) {
        BitSet taken = new BitSet();
        next.forEach(beam -> taken.set(beam.row()));
        BitSet kept = new BitSet();
        List<Beam> placed = new ArrayList<>();
        List<int[]> moves = new ArrayList<>();
        for (Beam beam : next) {
            if (kept.get(beam.row())) {
                int free = taken.nextClearBit(0);
                taken.set(free);
                moves.add(new int[] {beam.row(), free});
                placed.add(beam.inRow(free));
            } else {
                kept.set(beam.row());
                placed.add(beam);
            }
        }
        if (!moves.isEmpty()) {
            rows.copy(
                    moves.stream().mapToInt(move -> move[0]).toArray(),
                    moves.stream().mapToInt(move -> move[1]).toArray(),
                    fed);
        }
        return placed;
    }

    @Override
    public boolean isFinished() {
        return running.isEmpty();
    }

    @Override
    public List<GeneratedSequence> sequences() {
        return hypotheses.sequences(returned, end);
    }
}
