package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.EncodedAudio;
import io.cistern.transcription.Recording;
import io.cistern.transcription.SampleReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class DecodedAudioTests {

    private static final Path SAMPLE = Path.of("samples/librivox_austen_0870.wav");

    /** The file has 113,600 samples at 16 kHz: 7.1 s. */
    private static final int SAMPLES = 113_600;

    @Test
    void aRecordingIsReadAsOftenAsItIsOpened() {
        Recording recording = recording(Duration.ofMinutes(1));
        assertThat(count(recording)).isEqualTo(SAMPLES);
        assertThat(count(recording)).isEqualTo(SAMPLES);
    }

    @Test
    void theLimitsAreThoseOfTheSettings() {
        assertThatExceptionOfType(AudioTooLongException.class)
                .isThrownBy(() -> count(recording(Duration.ofSeconds(7))))
                .satisfies(ex -> assertThat(ex.bound().setting()).isEqualTo("cistern.audio.max-duration"));
    }

    private static Recording recording(Duration longest) {
        AudioProperties properties = new AudioProperties(DataSize.ofMegabytes(25), longest, DataSize.ofGigabytes(8));
        return new DecodedAudio(new AudioDecoder(properties.toLimits()), () -> EncodedAudio.open(SAMPLE));
    }

    private static int count(Recording recording) {
        float[] block = new float[4_000];
        int count = 0;
        try (SampleReader reader = recording.open()) {
            int read;
            while ((read = reader.read(block, 0, block.length)) > 0) {
                count += read;
            }
        }
        return count;
    }
}
