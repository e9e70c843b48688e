package io.cistern.transcription.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.model.CrossAttention;
import org.junit.jupiter.api.Test;

/** Expected values by openai/whisper's dtw_cpu and find_alignment in numpy and PyTorch. */
class DynamicTimeWarpingTests {

    /** Probabilities of 2 heads, 5 tokens, 12 positions. */
    private static final float[] WEIGHTS = {
        .011f, .118f, .053f, .026f, .353f, .106f, .014f, .053f, .087f, .039f, .096f, .043f, .119f, .24f, .029f, .072f,
        .036f, .065f, .018f, .032f, .048f, .146f, .178f, .016f, .027f, .108f, .008f, .036f, .054f, .217f, .119f, .044f,
        .04f, .044f, .265f, .04f, .049f, .099f, .06f, .054f, .022f, .066f, .045f, .221f, .134f, .066f, .134f, .049f,
        .153f, .051f, .093f, .014f, .069f, .009f, .007f, .038f, .021f, .062f, .46f, .023f, .043f, .096f, .13f, .065f,
        .065f, .159f, .13f, .029f, .071f, .079f, .026f, .107f, .036f, .239f, .107f, .097f, .048f, .079f, .012f, .029f,
        .131f, .011f, .195f, .016f, .114f, .023f, .114f, .057f, .011f, .171f, .209f, .047f, .038f, .042f, .019f, .155f,
        .047f, .071f, .035f, .043f, .021f, .287f, .064f, .213f, .078f, .039f, .058f, .043f, .063f, .042f, .047f, .016f,
        .028f, .345f, .031f, .021f, .085f, .256f, .014f, .052f
    };

    @Test
    void followsTheCheapestPath() {
        float[] costs = {1, 5, 5, 5, 5, 5, 5, 1, 1, 5, 5, 5, 5, 5, 5, 1, 5, 1};
        assertThat(DynamicTimeWarping.firstPositions(costs, 3)).containsExactly(0, 1, 3);
    }

    @Test
    void tokensMayShareAPosition() {
        assertThat(DynamicTimeWarping.firstPositions(new float[12], 4)).containsExactly(0, 0, 0, 0);
        float[] costs = {
            0f, .3f, -.3f, -.9f, -.5f, -1f, .1f, 1.3f, -.5f, -.6f, .5f, .4f, .1f, -.9f, -0f, .7f, -1.3f, -.5f, -1.9f,
            -1.3f, -1.8f, -.2f, -1.3f, .3f, .2f, -.2f, -2.5f, -.5f, -0f, .1f, -1.5f, -.5f, -1f, -.8f, 1.1f, -.8f, -0f,
            .9f, -.6f, -.1f, .1f, .1f, -1.2f, .1f, 1.4f
        };
        assertThat(DynamicTimeWarping.firstPositions(costs, 5)).containsExactly(0, 0, 0, 3, 6);
    }

    @Test
    void medianIsMirroredAtBothEnds() {
        float[] values = {9, 1, 2, 3, 4, 5};
        float[] medians = new float[6];
        MedianFilter.apply(values, 0, 6, 3, medians);
        assertThat(medians).containsExactly(1, 2, 2, 3, 4, 4);
    }

    @Test
    void medianLeavesShortRows() {
        float[] medians = new float[3];
        MedianFilter.apply(new float[] {9, 1, 2}, 0, 3, 7, medians);
        assertThat(medians).containsExactly(9, 1, 2);
    }

    @Test
    void headsAreStandardisedSmoothedAndAveraged() {
        CrossAttention attention = new CrossAttention(2, 5, 12, WEIGHTS);
        float[] expected = {
            -1.59991f, -.61255f, -.61255f, -.13697f, -.06687f, -.06601f, .53121f, .53207f, .53207f, .53207f
        };
        float[] costs = AttentionMatrix.of(attention, 10).costs(1, 2);
        for (int i = 0; i < expected.length; i++) {
            assertThat(costs[i]).as("position %d", i).isCloseTo(expected[i], within(1e-4f));
        }
    }

    @Test
    void tokenTimesAreSeconds() {
        double[] seconds = TokenTimes.of(new CrossAttention(2, 5, 12, WEIGHTS), 2, 10);
        assertThat(seconds).containsExactly(new double[] {0, 0.12, 0.14}, within(1e-9));
    }
}
