package io.cistern.generation;

/** Finds the few highest of many scores, best first and of equal ones the lowest id; forbidden tokens are left out. */
final class HighestScores {

    private final int[] ids;
    private final float[] scores;
    private int count;

    HighestScores(int limit) {
        this.ids = new int[limit];
        this.scores = new float[limit];
    }

    /** Searches and returns how many were found: the limit, or fewer if fewer are possible. */
    int find(float[] values) {
        count = 0;
        float bound = Float.NEGATIVE_INFINITY;
        for (int id = 0; id < values.length && ids.length > 0; id++) {
            if (values[id] > bound) {
                insert(id, values[id]);
                bound = count < scores.length ? Float.NEGATIVE_INFINITY : scores[count - 1];
            }
        }
        return count;
    }

    int id(int rank) {
        return ids[rank];
    }

    float score(int rank) {
        return scores[rank];
    }

    private void insert(int id, float score) {
        int place = count < ids.length ? count++ : count - 1;
        while (place > 0 && scores[place - 1] < score) {
            ids[place] = ids[place - 1];
            scores[place] = scores[place - 1];
            place--;
        }
        ids[place] = id;
        scores[place] = score;
    }
}
