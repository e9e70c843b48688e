package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_NONE;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.presets.avutil.AVERROR_EAGAIN;

import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;

/** Decodes the packets of a stream into frames of samples, without the padding that its encoder added. */
final class FrameReader implements AutoCloseable {

    /** Samples of one channel; the largest frame of a listed codec has 65,535. */
    private static final int LARGEST_FRAME = 1 << 18;

    private final Demuxer demuxer;
    private final AVCodecContext codec;
    private final AVPacket packet;
    private final AVFrame frame;
    private boolean draining;
    private int damagedParts;

    /** Opens the decoder of a stream; the demuxer stays the caller's to close. */
    FrameReader(Demuxer demuxer) {
        this.demuxer = demuxer;
        AVCodec decoder = decoderOf(demuxer.stream().codecpar());
        codec = avcodec_alloc_context3(decoder);
        packet = av_packet_alloc();
        frame = av_frame_alloc();
        try {
            open(decoder, demuxer.stream());
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    int damagedParts() {
        return damagedParts;
    }

    /** Returns the next frame, valid until the next call, or null at the end. */
    @Nullable
    AVFrame next() {
        while (true) {
            int status = avcodec_receive_frame(codec, frame);
            if (status >= 0) {
                return frame;
            }
            if (status == AVERROR_EOF) {
                return null;
            }
            if (status != AVERROR_EAGAIN()) {
                damagedParts++;
            }
            if (draining) {
                return null;
            }
            feed();
        }
    }

    private void feed() {
        int status = demuxer.next(packet);
        if (status < 0) {
            drain(status);
            return;
        }
        if (avcodec_send_packet(codec, packet) < 0) {
            damagedParts++;
        }
        av_packet_unref(packet);
    }

    private void drain(int reason) {
        if (reason != AVERROR_EOF) {
            damagedParts++;
        }
        draining = true;
        avcodec_send_packet(codec, null);
    }

    private void open(AVCodec decoder, AVStream stream) {
        Resampler.checkPlausible(
                stream.codecpar().sample_rate(), stream.codecpar().ch_layout().nb_channels());
        check(avcodec_parameters_to_context(codec, stream.codecpar()));
        // The decoder cuts the encoder's padding off only when it knows in which unit packets tell their times.
        codec.pkt_timebase(stream.time_base());
        codec.max_samples(LARGEST_FRAME);
        codec.thread_count(1);
        check(avcodec_open2(codec, decoder, (AVDictionary) null));
    }

    private static AVCodec decoderOf(AVCodecParameters parameters) {
        if (parameters.codec_id() == AV_CODEC_ID_NONE) {
            throw new UndecodableAudioException("its codec is not known");
        }
        AVCodec decoder = avcodec_find_decoder(parameters.codec_id());
        if (decoder == null
                || !SupportedFormats.DECODERS.contains(decoder.name().getString())) {
            throw new UnsupportedAudioException(
                    avcodec_get_name(parameters.codec_id()).getString());
        }
        return decoder;
    }

    private static void check(int status) {
        if (status < 0) {
            throw new UndecodableAudioException("its decoder does not start (%s)".formatted(FFmpeg.text(status)));
        }
    }

    @Override
    public void close() {
        av_frame_free(frame);
        av_packet_free(packet);
        avcodec_free_context(codec);
    }
}
