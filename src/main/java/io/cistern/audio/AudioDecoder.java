package io.cistern.audio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Decodes recordings of any supported format to 16 kHz mono samples; what a recording is, its bytes alone tell.
 *
 * <p>All methods close the source they are given, {@link #open} when the stream is closed. They throw {@link
 * UndecodableAudioException}, {@link UnsupportedAudioException} and {@link AudioTooLongException}. Decoders may be
 * shared by threads.
 */
public final class AudioDecoder {

    /** Samples per second of everything that is decoded. */
    public static final int SAMPLE_RATE = 16_000;

    private final AudioLimits limits;

    /** Loads FFmpeg's natives; throws {@link LinkageError} where they do not load. */
    public AudioDecoder(AudioLimits limits) {
        FFmpeg.load();
        this.limits = limits;
    }

    /** Opens a recording to read its samples block by block. */
    public AudioStream open(EncodedAudio source) {
        try {
            return openOrClose(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Decodes a whole recording, 64 kB of samples for each second. */
    public PcmAudio decode(EncodedAudio source) {
        try (AudioStream stream = open(source)) {
            float[] samples = new float[SAMPLE_RATE];
            int count = 0;
            int read;
            while ((read = stream.read(samples, count, samples.length - count)) > 0) {
                count += read;
                if (count == samples.length) {
                    samples = Arrays.copyOf(samples, 2 * count);
                }
            }
            return new PcmAudio(Arrays.copyOf(samples, count), stream.damagedParts());
        }
    }

    /** Decodes a whole recording, keeps nothing of it and returns its length in samples. */
    public long measure(EncodedAudio source) {
        try (AudioStream stream = open(source)) {
            float[] block = new float[SAMPLE_RATE];
            long samples = 0;
            int read;
            while ((read = stream.read(block, 0, block.length)) > 0) {
                samples += read;
            }
            return samples;
        }
    }

    private AudioStream openOrClose(EncodedAudio source) throws IOException {
        try {
            return DecodedStream.open(source, limits);
        } catch (IOException | RuntimeException | Error e) {
            source.close();
            throw e;
        }
    }
}
