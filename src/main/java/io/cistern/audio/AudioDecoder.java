package io.cistern.audio;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Decodes recordings of any supported format to 16 kHz mono samples; what a recording is, its bytes alone tell.
 *
 * <p>The source is closed with the stream, or at once where none is opened. Opening and reading throw {@link
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

    private AudioStream openOrClose(EncodedAudio source) throws IOException {
        try {
            return DecodedStream.open(source, limits);
        } catch (IOException | RuntimeException | Error e) {
            source.close();
            throw e;
        }
    }
}
