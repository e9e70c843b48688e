package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Forbids the last token of every given sequence whose other tokens end the history; a sequence of one token is always
 * forbidden, unless it ends the output.
 *
 * <p>Rule: NoBadWordsLogitsProcessor and SequenceBiasLogitsProcessor in transformers/generation/logits_process.py.
 */
final class NoBadWords implements LogitsProcessor {

    private final int[][] sequences;

    NoBadWords(Collection<List<Integer>> sequences, Set<Integer> endOfSequenceIds) {
        this.sequences = sequences.stream()
                .filter(sequence -> sequence.size() > 1 || !endOfSequenceIds.containsAll(sequence))
                .map(sequence -> sequence.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        for (int[] sequence : sequences) {
            if (isAboutToComplete(history, sequence)) {
                Scores.forbid(scores, sequence[sequence.length - 1]);
            }
        }
    }

    private static boolean isAboutToComplete(TokenHistory history, int[] sequence) {
        int start = history.length() - (sequence.length - 1);
        if (start < 0) {
            return false;
        }
        for (int i = 0; i < sequence.length - 1; i++) {
            if (history.get(start + i) != sequence[i]) {
                return false;
            }
        }
        return true;
    }
}
