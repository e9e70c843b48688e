package io.cistern.audio;

import static io.cistern.audio.Recordings.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.testing.PcmAudio;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One speech in eight formats, encoded by other programs, from the folder that {@code -Daudio} names. */
class SpeechClipsTests {

    private static final int SAMPLES = 176_000;

    private final AudioDecoder decoder = new AudioDecoder(LIMITS);

    private Path folder;

    @BeforeEach
    void needsTheFolder() {
        folder = GivenRecordings.folder("audio");
    }

    @ParameterizedTest
    @CsvSource({
        "jfk.flac,           0.9999",
        "jfk.mp3,            0.9999",
        "jfk_16k_vorbis.ogg, 0.995",
        "jfk_24kbps.opus,    0.99",
        "jfk_48k.webm,       0.99",
        "jfk_8k_mulaw.wav,   0.999",
    })
    void everyFormatSaysTheSame(String file, double correlation) {
        assertSays(GivenRecordings.read(folder.resolve(file)), SAMPLES, 0, correlation);
    }

    // This file was written without an edit list: it begins with the encoder's delay and nothing in it says so.
    @Test
    void delayThatAFileDoesNotTellIsKept() {
        assertSays(GivenRecordings.read(folder.resolve("jfk_16k_aac.m4a")), SAMPLES + 1_152, 1_024, 0.99);
    }

    @Test
    void delayThatTheEditListTellsIsCutOff() {
        byte[] file = GivenRecordings.read(folder.resolve("jfk_16k_aac.m4a"));
        int editList = new String(file, StandardCharsets.ISO_8859_1).indexOf("elst");
        int mediaTime = editList + 16;
        assertThat(file[mediaTime + 2]).isZero();
        file[mediaTime + 2] = 4; // 0x0400 = 1,024 samples
        assertSays(file, SAMPLES + 128, 0, 0.99);
    }

    @Test
    void everyClipIsAsLongAsItsSourceSays() {
        assertSeconds("1272-128104-0004-8k.wav", 29.4);
        assertSeconds("1272-141231-0002.flac", 13.335);
        assertSeconds("LJ050-0131.wav", 7.658);
        assertSeconds("long_en_concat.flac", 105.978);
        assertSeconds("silence_35s.flac", 35);
        assertSeconds("zh_48k.flac", 0.956);
    }

    private void assertSays(byte[] bytes, int samples, int lag, double correlation) {
        float[] expected =
                decode(GivenRecordings.read(folder.resolve("jfk.wav"))).samples();
        PcmAudio actual = decode(bytes);
        Similarity similarity = Similarity.of(expected, actual.samples());
        assertThat(actual.samples()).hasSize(samples);
        assertThat(actual.damagedParts()).isZero();
        assertThat(similarity.lag()).isEqualTo(lag);
        assertThat(similarity.correlation()).isGreaterThan(correlation);
    }

    private void assertSeconds(String file, double seconds) {
        assertThat(decode(GivenRecordings.read(folder.resolve(file))).seconds()).isCloseTo(seconds, within(0.001));
    }

    private PcmAudio decode(byte[] bytes) {
        return PcmAudio.decode(decoder, EncodedAudio.of(bytes));
    }
}
