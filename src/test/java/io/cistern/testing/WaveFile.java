package io.cistern.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** Reads a WAV file of 16-bit mono samples at 16 kHz. */
public final class WaveFile {

    private static final AudioFormat FORMAT = new AudioFormat(16_000, 16, 1, true, false);

    private WaveFile() {}

    public static float[] read(Path file) {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(file.toFile())) {
            if (!in.getFormat().matches(FORMAT)) {
                throw new IllegalArgumentException(file + " is " + in.getFormat());
            }
            ShortBuffer samples = ByteBuffer.wrap(in.readAllBytes())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asShortBuffer();
            float[] audio = new float[samples.remaining()];
            for (int i = 0; i < audio.length; i++) {
                audio[i] = samples.get(i) / 32768f;
            }
            return audio;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (UnsupportedAudioFileException ex) {
            throw new IllegalArgumentException(file.toString(), ex);
        }
    }
}
