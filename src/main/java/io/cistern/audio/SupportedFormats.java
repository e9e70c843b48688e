package io.cistern.audio;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The demuxers and decoders that uploads may reach, by FFmpeg's names; all others are as if they were not there. */
final class SupportedFormats {

    static final String FOR_PEOPLE =
            "flac, mp3, mp4, m4a, mov, mpeg, ogg, opus, wav, webm, mkv, amr, aac, aiff, au or caf";

    static final Set<String> DEMUXERS = Set.of(
            "aac",
            "aiff",
            "amr",
            "au",
            "caf",
            "flac",
            "matroska,webm",
            "mov,mp4,m4a,3gp,3g2,mj2",
            "mp3",
            "mpeg",
            "ogg",
            "w64",
            "wav");

    private static final Set<String> COMPRESSED = Set.of(
            "aac",
            "adpcm_ima_qt",
            "adpcm_ima_wav",
            "adpcm_ms",
            "alac",
            "amrnb",
            "amrwb",
            "flac",
            "mp1",
            "mp2",
            "mp3float",
            "opus",
            "vorbis");

    // The floats scaled to 16 or 24 bits are left out: the same tag also marks integers, which would become noise.
    private static final Set<String> UNCOMPRESSED = Set.of(
            "pcm_alaw",
            "pcm_f32be",
            "pcm_f32le",
            "pcm_f64be",
            "pcm_f64le",
            "pcm_mulaw",
            "pcm_s16be",
            "pcm_s16le",
            "pcm_s24be",
            "pcm_s24le",
            "pcm_s32be",
            "pcm_s32le",
            "pcm_s64be",
            "pcm_s64le",
            "pcm_s8",
            "pcm_u8");

    static final Set<String> DECODERS =
            Stream.concat(COMPRESSED.stream(), UNCOMPRESSED.stream()).collect(Collectors.toUnmodifiableSet());

    private SupportedFormats() {}
}
