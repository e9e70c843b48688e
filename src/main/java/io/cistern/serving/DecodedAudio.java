package io.cistern.serving;

import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioStream;
import io.cistern.transcription.Recording;
import io.cistern.transcription.SampleReader;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A recording of any format, decoded whenever it is read. */
record DecodedAudio(AudioDecoder decoder, AudioInput input) implements Recording {

    @Override
    public SampleReader open() {
        try {
            return new Samples(decoder.open(input.open()));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private record Samples(AudioStream stream) implements SampleReader {

        @Override
        public int read(float[] target, int offset, int length) {
            return stream.read(target, offset, length);
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
