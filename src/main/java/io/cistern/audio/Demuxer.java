package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avcodec.AVDISCARD_ALL;
import static org.bytedeco.ffmpeg.global.avformat.AVPROBE_SCORE_EXTENSION;
import static org.bytedeco.ffmpeg.global.avformat.av_probe_input_buffer2;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_AUDIO;
import static org.bytedeco.ffmpeg.global.avutil.av_opt_set;

import java.util.Set;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVInputFormat;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/** The packets of a container's first audio stream; the container is told by its content. */
final class Demuxer implements AutoCloseable {

    /** Bytes at the start that may tell the container. */
    private static final int LONGEST_PROBE = 1 << 20;

    /** FFmpeg's certainty, of 100, that random bytes with something like one MPEG header in them do not reach. */
    private static final int LEAST_CERTAINTY = 5;

    /** FFmpeg reads the samples of such a file in the wrong byte order: they would be transcribed as noise. */
    private static final String BIG_ENDIAN_WAVE = "RIFX";

    /** A recording has a few; FFmpeg itself would take a thousand. */
    private static final int MOST_STREAMS = 64;

    /** How much larger than the recording its packets may be; more are the same bytes again and again. */
    private static final int LARGEST_EXPANSION = 16;

    /** Bytes that the packets of even the smallest recording may have. */
    private static final long SMALLEST_PACKET_ALLOWANCE = 1 << 20;

    /** Bytes that a packet counts beside its own, so that empty ones without end are too large in the end. */
    private static final int PACKET_COST = 8;

    private final SourceInput input;
    private final AVFormatContext format;
    private final AVStream stream;
    private long allowance;

    /** Opens a recording; the source stays the caller's to close. */
    Demuxer(EncodedAudio source, long size) {
        allowance = size * LARGEST_EXPANSION + SMALLEST_PACKET_ALLOWANCE;
        input = new SourceInput(source, size);
        format = avformat_alloc_context();
        try {
            open();
            stream = onlyStream();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    AVStream stream() {
        return stream;
    }

    /** Returns whether the container says that there is something to hear. */
    boolean promisesAudio() {
        return stream.duration() > 0 || format.duration() > 0;
    }

    /** Reads the next packet of the stream; returns 0, or FFmpeg's error code, which may be the end. */
    int next(AVPacket packet) {
        int status = av_read_frame(format, packet);
        if (status < 0) {
            input.rethrowFailure();
            return status;
        }
        allowance -= packet.size() + PACKET_COST;
        if (allowance < 0) {
            throw new UndecodableAudioException("its packets are larger than the recording");
        }
        return status;
    }

    private void open() {
        AVInputFormat container = probe();
        format.pb(input.context());
        format.max_streams(MOST_STREAMS);
        allowOnly("format_whitelist", SupportedFormats.DEMUXERS);
        allowOnly("codec_whitelist", SupportedFormats.DECODERS);
        allowOnly("protocol_whitelist", Set.of("none"));
        check(avformat_open_input(format, (BytePointer) null, container, (AVDictionary) null));
        check(avformat_find_stream_info(format, (PointerPointer<?>) null));
    }

    private void allowOnly(String option, Set<String> names) {
        check(av_opt_set(format, option, String.join(",", names), 0));
    }

    private AVInputFormat probe() {
        if (input.startsWith(BIG_ENDIAN_WAVE)) {
            throw new UnsupportedAudioException(BIG_ENDIAN_WAVE);
        }
        AVInputFormat container = new AVInputFormat(null);
        int certainty = av_probe_input_buffer2(input.context(), container, (BytePointer) null, null, 0, LONGEST_PROBE);
        input.rethrowFailure();
        if (certainty < LEAST_CERTAINTY) {
            throw new UndecodableAudioException("its bytes are those of no known audio format");
        }
        String name = container.name().getString();
        if (SupportedFormats.DEMUXERS.contains(name)) {
            return container;
        }
        if (certainty < AVPROBE_SCORE_EXTENSION) {
            throw new UndecodableAudioException("its bytes are those of no known audio format");
        }
        throw new UnsupportedAudioException(name);
    }

    private AVStream onlyStream() {
        AVStream first = firstAudioStream();
        for (int i = 0; i < format.nb_streams(); i++) {
            if (i != first.index()) {
                format.streams(i).discard(AVDISCARD_ALL);
            }
        }
        return first;
    }

    private AVStream firstAudioStream() {
        for (int i = 0; i < format.nb_streams(); i++) {
            AVStream candidate = format.streams(i);
            if (candidate.codecpar().codec_type() == AVMEDIA_TYPE_AUDIO) {
                return candidate;
            }
        }
        throw new UndecodableAudioException("it holds no audio stream");
    }

    private void check(int status) {
        if (status < 0) {
            input.rethrowFailure();
            throw new UndecodableAudioException(
                    "its header is damaged or incomplete (%s)".formatted(FFmpeg.text(status)));
        }
    }

    @Override
    public void close() {
        avformat_close_input(format);
        input.close();
    }
}
