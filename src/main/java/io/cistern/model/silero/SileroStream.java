package io.cistern.model.silero;

import static io.cistern.model.silero.SileroModel.CHUNK_SAMPLES;

import java.util.Arrays;

/** One recording that the model listens to: what it remembers of the chunks so far. */
public final class SileroStream {

    /** Chunks of one program call, 8 s: a longer block is computed in several calls, in memory that stays small. */
    private static final int CALL_CHUNKS = 256;

    private static final int CONTEXT_SAMPLES = 64;
    private static final int STATE_SIZE = 2 * 128;

    private final SileroModel model;
    private final float[] state = new float[STATE_SIZE];
    private float[] context = new float[CONTEXT_SAMPLES];

    SileroStream(SileroModel model) {
        this.model = model;
    }

    /**
     * Returns how likely each chunk is speech, from 0 to 1. A sample that is no finite number counts as silence.
     *
     * @param samples whole chunks that follow those of the call before, at 16 kHz, full scale 1
     */
    public float[] probabilities(float[] samples) {
        if (samples.length % CHUNK_SAMPLES != 0) {
            throw new IllegalArgumentException(
                    "%d samples are no whole chunks of %d".formatted(samples.length, CHUNK_SAMPLES));
        }
        float[] probabilities = new float[samples.length / CHUNK_SAMPLES];
        for (int chunk = 0; chunk < probabilities.length; chunk += CALL_CHUNKS) {
            int end = Math.min(chunk + CALL_CHUNKS, probabilities.length);
            float[] part = listen(Arrays.copyOfRange(samples, chunk * CHUNK_SAMPLES, end * CHUNK_SAMPLES));
            System.arraycopy(part, 0, probabilities, chunk, part.length);
        }
        return probabilities;
    }

    private float[] listen(float[] chunks) {
        float[] samples = Arrays.copyOf(context, CONTEXT_SAMPLES + chunks.length);
        System.arraycopy(chunks, 0, samples, CONTEXT_SAMPLES, chunks.length);
        context = Arrays.copyOfRange(samples, chunks.length, samples.length);
        return model.listen(samples, state);
    }
}
