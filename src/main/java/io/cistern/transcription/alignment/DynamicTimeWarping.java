package io.cistern.transcription.alignment;

import java.util.Arrays;

/**
 * Finds the cheapest path that reads N tokens and M positions in their order, from the first of both to the last of both.
 *
 * <p>Rule: dtw_cpu and backtrace in openai/whisper, whisper/timing.py. Where steps cost the same, staying at the token wins.
 */
final class DynamicTimeWarping {

    private static final byte BOTH = 0;
    private static final byte TOKEN = 1;
    private static final byte POSITION = 2;

    private final int tokens;
    private final int positions;
    private final byte[] steps;

    private DynamicTimeWarping(int tokens, int positions) {
        this.tokens = tokens;
        this.positions = positions;
        this.steps = new byte[tokens * positions];
    }

    /**
     * Returns for each token the first position of the path at which it stands.
     *
     * @param costs of a token at a position [N, M]
     */
    static int[] firstPositions(float[] costs, int tokens) {
        DynamicTimeWarping warping = new DynamicTimeWarping(tokens, costs.length / tokens);
        warping.accumulate(costs);
        return warping.trace();
    }

    private void accumulate(float[] costs) {
        // Costs of the best path to each token at the position before and at this one; row 0 is before the first token.
        float[] before = new float[tokens + 1];
        float[] now = new float[tokens + 1];
        Arrays.fill(before, Float.POSITIVE_INFINITY);
        before[0] = 0;
        for (int position = 0; position < positions; position++) {
            now[0] = Float.POSITIVE_INFINITY;
            for (int token = 0; token < tokens; token++) {
                byte step = cheapest(before[token], now[token], before[token + 1]);
                float cost = step == BOTH ? before[token] : step == TOKEN ? now[token] : before[token + 1];
                now[token + 1] = costs[token * positions + position] + cost;
                steps[token * positions + position] = step;
            }
            float[] swap = before;
            before = now;
            now = swap;
        }
    }

    private static byte cheapest(float both, float token, float position) {
        if (both < token && both < position) {
            return BOTH;
        }
        return token < both && token < position ? TOKEN : POSITION;
    }

    private int[] trace() {
        int[] first = new int[tokens];
        int token = tokens - 1;
        int position = positions - 1;
        while (token >= 0) {
            first[token] = position;
            byte step = position == 0 ? TOKEN : token == 0 ? POSITION : steps[token * positions + position];
            token -= step == POSITION ? 0 : 1;
            position -= step == TOKEN ? 0 : 1;
        }
        return first;
    }
}
