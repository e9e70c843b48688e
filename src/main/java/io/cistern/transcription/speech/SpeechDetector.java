package io.cistern.transcription.speech;

import static io.cistern.transcription.speech.SpeechProbabilities.CHUNK_SAMPLES;

import java.util.Arrays;
import java.util.List;

/** Finds the segments of speech in one recording that comes in blocks of any size, in constant memory. */
public final class SpeechDetector {

    private final SpeechProbabilities probabilities;
    private final SpeechSegmenter segmenter;
    private float[] rest = {};

    public SpeechDetector(SpeechProbabilities probabilities, SpeechDetectionConfig config) {
        this.probabilities = probabilities;
        this.segmenter = new SpeechSegmenter(config);
    }

    /**
     * Returns the segments that are final after this block, in order.
     *
     * @param samples the next ones, at 16 kHz, full scale 1
     */
    public List<SpeechSegment> add(float[] samples) {
        float[] block = Arrays.copyOf(rest, rest.length + samples.length);
        System.arraycopy(samples, 0, block, rest.length, samples.length);
        int whole = block.length - block.length % CHUNK_SAMPLES;
        rest = Arrays.copyOfRange(block, whole, block.length);
        hear(Arrays.copyOf(block, whole), CHUNK_SAMPLES);
        return segmenter.take();
    }

    /** Returns the segments that end with the recording, whose last chunk is filled up with silence. */
    public List<SpeechSegment> finish() {
        if (rest.length > 0) {
            hear(Arrays.copyOf(rest, CHUNK_SAMPLES), rest.length);
            rest = new float[0];
        }
        segmenter.finish();
        return segmenter.take();
    }

    private void hear(float[] chunks, int samplesOfEach) {
        if (chunks.length > 0) {
            for (float probability : probabilities.of(chunks)) {
                segmenter.accept(probability, samplesOfEach);
            }
        }
    }

    /** Returns the first sample that a segment not yet returned may hold: audio before it is needed no more. */
    public long undecidedFrom() {
        return segmenter.undecidedFrom();
    }
}
