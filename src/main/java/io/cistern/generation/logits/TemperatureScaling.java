package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Divides all scores by the temperature: below 1 the draw becomes greedier, above 1 more even.
 *
 * <p>Formula: TemperatureLogitsWarper in transformers/generation/logits_process.py.
 */
final class TemperatureScaling implements LogitsProcessor {

    private final float temperature;

    TemperatureScaling(float temperature) {
        this.temperature = temperature;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        for (int i = 0; i < scores.length; i++) {
            scores[i] /= temperature;
        }
    }
}
