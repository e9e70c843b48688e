package io.cistern.generation.logits;

import io.cistern.generation.TimestampTokens;
import io.cistern.generation.TokenHistory;
import java.util.Arrays;

/**
 * Makes timestamps come in pairs, first and at the end too, never go back, and be chosen where all together are likelier
 * than any text token.
 *
 * <p>Rule: WhisperTimeStampLogitsProcessor in transformers/generation/logits_process.py.
 */
final class WhisperTimestampRules implements LogitsProcessor {

    private final TimestampTokens tokens;
    private final int promptLength;

    WhisperTimestampRules(TimestampTokens tokens, int promptLength) {
        this.tokens = tokens;
        this.promptLength = promptLength;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        Scores.forbid(scores, tokens.first() - 1);
        pair(history, scores);
        ascend(history, scores);
        if (history.length() == promptLength) {
            begin(scores);
        }
        if (timestampsAreLikelier(scores)) {
            forbid(scores, 0, tokens.first());
        }
    }

    /** After a pair, text; after the first of a pair, the second or the end. */
    private void pair(TokenHistory history, float[] scores) {
        if (!endsOpen(history) && isTimestamp(history, 1)) {
            forbid(scores, tokens.first(), scores.length);
        } else if (endsOpen(history)) {
            forbid(scores, 0, tokens.endOfText());
        }
    }

    /** The second of a pair may repeat the first; any other is later than the last. */
    private void ascend(TokenHistory history, float[] scores) {
        for (int i = history.length() - 1; i >= promptLength; i--) {
            if (history.get(i) >= tokens.first()) {
                forbid(scores, tokens.first(), history.get(i) + (endsOpen(history) ? 0 : 1));
                return;
            }
        }
    }

    private void begin(float[] scores) {
        forbid(scores, 0, tokens.first());
        Integer latest = tokens.latestInitialIndex();
        if (latest != null) {
            forbid(scores, tokens.first() + latest + 1, scores.length);
        }
    }

    /** Whether the last token is a timestamp behind text: the first of a pair. An output begins as if behind a timestamp. */
    private boolean endsOpen(TokenHistory history) {
        return isTimestamp(history, 1) && history.length() - promptLength >= 2 && !isTimestamp(history, 2);
    }

    private boolean isTimestamp(TokenHistory history, int fromEnd) {
        int index = history.length() - fromEnd;
        return index >= promptLength && history.get(index) >= tokens.first();
    }

    private boolean timestampsAreLikelier(float[] scores) {
        float text = highest(scores, 0, tokens.first());
        float timestamp = highest(scores, tokens.first(), scores.length);
        if (timestamp == Scores.FORBIDDEN) {
            return false;
        }
        double sum = 0;
        for (int id = tokens.first(); id < scores.length; id++) {
            sum += Math.exp(scores[id] - timestamp);
        }
        return timestamp + Math.log(sum) > text;
    }

    private static float highest(float[] scores, int from, int to) {
        float highest = Scores.FORBIDDEN;
        for (int id = from; id < to; id++) {
            highest = Math.max(highest, scores[id]);
        }
        return highest;
    }

    private static void forbid(float[] scores, int from, int to) {
        int end = Math.min(to, scores.length);
        if (from < end) {
            Arrays.fill(scores, from, end, Scores.FORBIDDEN);
        }
    }
}
