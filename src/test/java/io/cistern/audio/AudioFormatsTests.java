package io.cistern.audio;

import static io.cistern.audio.Recordings.LIMITS;
import static io.cistern.audio.Recordings.clipSamples;
import static io.cistern.audio.Recordings.encode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.testing.PcmAudio;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every container with every codec that goes into it, encoded from one clip and compared with it. */
class AudioFormatsTests {

    private final AudioDecoder decoder = new AudioDecoder(LIMITS);

    @ParameterizedTest
    @CsvSource({
        "aiff,     pcm_s16be",
        "au,       pcm_s16be",
        "caf,      alac",
        "caf,      pcm_s16le",
        "flac,     flac",
        "ipod,     alac",
        "matroska, pcm_s16le",
        "mov,      pcm_s16be",
        "oga,      flac",
        "w64,      pcm_s16le",
        "wav,      pcm_f32le",
        "wav,      pcm_f64le",
        "wav,      pcm_s24le",
        "wav,      pcm_s32le",
    })
    void losslessFormatsGiveTheSamplesThatWereEncoded(String container, String codec) {
        float[] clip = clipSamples();
        PcmAudio decoded = decode(container, codec, 16_000, 1, clip);
        assertThat(decoded.samples()).isEqualTo(clip);
        assertThat(decoded.damagedParts()).isZero();
    }

    // The tail is what the last frame of the codec has beyond the recording; of some it is cut off, of others nothing
    // in the file tells how long it is.
    @ParameterizedTest
    @CsvSource({
        "3gp,      libopencore_amrnb, 8000,  1, 0.3,   0.9, 60",
        "adts,     aac,               16000, 1, 0.999, 0.9, 1400",
        "aiff,     adpcm_ima_qt,      16000, 1, 0.997, 0.9, 64",
        "amr,      libopencore_amrnb, 8000,  1, 0.3,   0.9, 160",
        "amr,      libvo_amrwbenc,    16000, 1, 0.7,   0.9, 160",
        "ipod,     aac,               16000, 1, 0.999, 0.9, 300",
        "matroska, aac,               16000, 1, 0.999, 0.9, 1400",
        "matroska, vorbis,            44100, 2, 0.999, 0.9, 32",
        "mp2,      mp2,               44100, 2, 0.95,  0.9, 1000",
        "mp3,      libmp3lame,        16000, 1, 0.97,  0.9, 16",
        "mp3,      libmp3lame,        44100, 2, 0.999, 0.9, 16",
        "mp4,      aac,               44100, 2, 0.999, 0.9, 300",
        "mp4,      libmp3lame,        44100, 2, 0.999, 0.9, 300",
        "mp4,      libopus,           48000, 1, 0.97,  0.9, 400",
        "mpeg,     mp2,               44100, 2, 0.95,  0.9, 1000",
        "ogg,      libopus,           48000, 1, 0.97,  0.9, 16",
        "ogg,      vorbis,            44100, 2, 0.999, 0.9, 32",
        "wav,      adpcm_ima_wav,     16000, 1, 0.997, 0.9, 1200",
        "wav,      adpcm_ms,          16000, 1, 0.997, 0.9, 1200",
        "wav,      pcm_alaw,          8000,  2, 0.97,  0.9, 0",
        "wav,      pcm_mulaw,         8000,  1, 0.97,  0.9, 0",
        "wav,      pcm_u8,            16000, 1, 0.97,  0.9, 0",
        "webm,     libopus,           48000, 1, 0.97,  0.9, 16",
        "webm,     vorbis,            48000, 2, 0.999, 0.9, 32",
    })
    void lossyFormatsSoundLikeWhatWasEncoded(
            String container,
            String codec,
            int sampleRate,
            int channels,
            double correlation,
            double loudness,
            int longestTail) {
        float[] clip = clipSamples();
        PcmAudio decoded = decode(container, codec, sampleRate, channels, clip);
        Similarity similarity = Similarity.of(clip, decoded.samples());
        assertThat(similarity.correlation()).isGreaterThan(correlation);
        assertThat(Similarity.ofLoudness(clip, decoded.samples())).isGreaterThan(loudness);
        assertThat(decoded.samples().length - clip.length).isBetween(0, longestTail);
        assertThat(decoded.damagedParts()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"flac, flac", "ipod, aac", "mp3, libmp3lame", "ogg, libopus", "ogg, vorbis", "webm, libopus"})
    void theEncodersDelayIsCutOff(String container, String codec) {
        float[] clip = clipSamples();
        int sampleRate = codec.equals("libopus") ? 48_000 : 44_100;
        PcmAudio decoded = decode(container, codec, sampleRate, 2, clip);
        assertThat(Similarity.of(clip, decoded.samples()).lag()).isZero();
        assertThat(decoded.seconds()).isCloseTo(2.99, within(0.02));
    }

    private PcmAudio decode(String container, String codec, int sampleRate, int channels, float[] samples) {
        return PcmAudio.decode(decoder, EncodedAudio.of(encode(container, codec, sampleRate, channels, samples)));
    }
}
