package io.cistern.audio;

import static io.cistern.audio.Recordings.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.testing.PcmAudio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that broke other programs, and others made to break this one, from the folder that {@code -Daudio.odd} names. */
class OddRecordingsTests {

    private static final String UNDECODABLE = "undecodable";
    private static final String UNSUPPORTED = "unsupported ";

    private final AudioDecoder decoder = new AudioDecoder(LIMITS);

    private Path folder;

    @BeforeEach
    void needsTheFolder() {
        folder = GivenRecordings.folder("audio.odd");
    }

    // A recording of a few samples is read and, at 16 kHz, has none: the resampler's filter is longer.
    @ParameterizedTest
    @CsvSource({
        "cpython/pluck-alaw.aifc, 4800",
        "cpython/pluck-pcm24-ext.wav, 4800",
        "cpython/pluck-pcm24.au, 4800",
        "cpython/pluck-pcm24.wav, 4800",
        "cpython/pluck-pcm32.wav, 4800",
        "cpython/pluck-pcm8.wav, 4800",
        "cpython/pluck-ulaw.aifc, 4800",
        "cpython/sndhdr.8svx, unsupported iff",
        "cpython/sndhdr.au, 0",
        "cpython/sndhdr.hcom, unsupported hcom",
        "cpython/sndhdr.sndt, undecodable",
        "cpython/sndhdr.voc, unsupported voc",
        "hound/fuzz/crash-b8447179832529c48f9c6bf17feab6337bbc78ea.wav, undecodable",
        "hound/fuzz/crash-cbd757427cea12bd8a21f86cd8cf74d98ce56bee.wav, undecodable",
        "hound/fuzz/crash-e5471f5b58397287b509db7d026e95f1724454f5.wav, 0",
        "hound/fuzz/crash-e879de4eb4d206c59e21f0e01def16457af80fdc.wav, undecodable",
        "hound/fuzz/oom-48ae4cd061ff8578ad3f23dc87624bd365cf5216.wav, undecodable",
        "hound/pcmwaveformat-16bit-44100Hz-mono-extra.wav, 0",
        "hound/pcmwaveformat-16bit-44100Hz-mono.wav, 0",
        "hound/pcmwaveformat-24bit-4byte-48kHz-stereo.wav, unsupported pcm_f24le",
        "hound/pop.wav, 36",
        "hound/waveformatex-16bit-44100Hz-mono-extra.wav, 0",
        "hound/waveformatex-16bit-44100Hz-stereo.wav, 0",
        "hound/waveformatex-8bit-11025Hz-mono.wav, 0",
        "hound/waveformatex-ieeefloat-44100Hz-mono.wav, 0",
        "made/bits_0.wav, undecodable",
        "made/channels_0.wav, undecodable",
        "made/channels_65535.wav, undecodable",
        "made/data_before_fmt.wav, 16000",
        "made/flac_header_only.flac, undecodable",
        "made/float_nan_inf.wav, 1000",
        "made/four_bytes.wav, undecodable",
        "made/header_only_44.wav, 0",
        "made/html_error_page.mp3, undecodable",
        "made/list_chunk_first.wav, 16000",
        "made/mp3_content_named.wav, 176000",
        "made/no_data.wav, undecodable",
        "made/no_fmt.wav, undecodable",
        "made/odd_trailing_byte.wav, 16000",
        "made/rate_4294967295.wav, undecodable",
        "made/rifx_big_endian.wav, unsupported RIFX",
        "made/text_named.wav, undecodable",
        "made/truncated.flac, 85248",
        "made/two_data_chunks.wav, 8000",
        "made/unknown_codec_tag.wav, undecodable",
        "made/wav_content_named.mp3, 16000",
        "made/zero_bytes.wav, undecodable",
        "scipy/test-44100Hz-le-1ch-4bytes-early-eof.wav, 86",
        "scipy/test-8000Hz-be-3ch-5S-24bit.wav, unsupported RIFX",
        "scipy/test-8000Hz-le-1ch-1byte-ulaw.wav, 0",
        "scipy/test-8000Hz-le-3ch-5S-24bit-inconsistent.wav, 0",
        "scipy/test-8000Hz-le-3ch-5S-24bit-rf64.wav, 0",
        "scipy/test-8000Hz-le-3ch-5S-24bit.wav, 0",
        "scipy/test-8000Hz-le-3ch-5S-64bit.wav, 0",
        "scipy/test-8000Hz-le-4ch-9S-12bit.wav, 0",
        "scipy/test-8000Hz-le-5ch-9S-5bit.wav, 0",
    })
    void eachIsRefusedForAReasonOrGivesSoundSamples(String file, String outcome) {
        assertThat(outcomeOf(folder.resolve(file))).isEqualTo(outcome);
    }

    @Test
    void otherFilesOfTheFolderAreNoCrashEither() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(outcomeOf(file)).isNotNull());
        }
    }

    @Test
    void whatIsLeftOfADamagedFileIsSaidToBeDamaged() {
        assertThat(decode(folder.resolve("made/truncated.flac")).damagedParts()).isOne();
        assertThat(decode(folder.resolve("made/wav_content_named.mp3")).damagedParts())
                .isZero();
    }

    private String outcomeOf(Path file) {
        try {
            PcmAudio audio = decode(file);
            for (float sample : audio.samples()) {
                assertThat(sample).isBetween(-1f, 1f);
            }
            return String.valueOf(audio.samples().length);
        } catch (UndecodableAudioException e) {
            return UNDECODABLE;
        } catch (UnsupportedAudioException e) {
            return UNSUPPORTED + e.format();
        }
    }

    private PcmAudio decode(Path file) {
        return PcmAudio.decode(decoder, EncodedAudio.of(GivenRecordings.read(file)));
    }
}
