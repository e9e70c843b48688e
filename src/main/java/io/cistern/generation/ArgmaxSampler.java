package io.cistern.generation;

/** Chooses the token with the highest score; of equal ones the lowest id, as torch.argmax does on a CPU. */
public final class ArgmaxSampler implements Sampler {

    @Override
    public int sample(float[] scores) {
        int best = -1;
        float highest = Float.NEGATIVE_INFINITY;
        for (int id = 0; id < scores.length; id++) {
            if (scores[id] > highest) {
                best = id;
                highest = scores[id];
            }
        }
        if (best < 0) {
            throw new NoPossibleTokenException(scores.length);
        }
        return best;
    }
}
