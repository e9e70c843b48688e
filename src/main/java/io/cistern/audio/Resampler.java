package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avutil.AVERROR_INPUT_CHANGED;
import static org.bytedeco.ffmpeg.global.avutil.AV_CHANNEL_ORDER_NATIVE;
import static org.bytedeco.ffmpeg.global.avutil.AV_CHANNEL_ORDER_UNSPEC;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.avutil.av_opt_set_double;
import static org.bytedeco.ffmpeg.global.swresample.swr_alloc;
import static org.bytedeco.ffmpeg.global.swresample.swr_config_frame;
import static org.bytedeco.ffmpeg.global.swresample.swr_convert_frame;
import static org.bytedeco.ffmpeg.global.swresample.swr_free;
import static org.bytedeco.ffmpeg.global.swresample.swr_init;
import static org.bytedeco.ffmpeg.global.swresample.swr_is_initialized;
import static org.bytedeco.ffmpeg.global.swresample.swr_set_matrix;

import java.util.Arrays;
import org.bytedeco.ffmpeg.avutil.AVChannelLayout;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swresample.SwrContext;
import org.jspecify.annotations.Nullable;

/** Mixes frames of any layout to one channel and brings them to 16 kHz; the format may change from frame to frame. */
final class Resampler implements AutoCloseable {

    private static final int LOWEST_RATE = 1_000;
    private static final int HIGHEST_RATE = 768_000;

    /** What FFmpeg's resampler takes. */
    private static final int MOST_CHANNELS = 64;

    private final SampleQueue target;
    private final AVFrame output = av_frame_alloc();
    private SwrContext context = swr_alloc();

    Resampler(SampleQueue target) {
        this.target = target;
    }

    /** Refuses what no recording of speech has and what would make few bytes into many samples. */
    static void checkPlausible(int sampleRate, int channels) {
        if (sampleRate < LOWEST_RATE || sampleRate > HIGHEST_RATE) {
            throw new UndecodableAudioException("its sample rate %d Hz is not between %d and %d Hz"
                    .formatted(sampleRate, LOWEST_RATE, HIGHEST_RATE));
        }
        if (channels < 1 || channels > MOST_CHANNELS) {
            throw new UndecodableAudioException(
                    "its %d channels are not between 1 and %d".formatted(channels, MOST_CHANNELS));
        }
    }

    /** Adds what a frame gives to the target. */
    void add(AVFrame frame) {
        nameChannels(frame.ch_layout());
        NonFiniteSamples.silence(frame);
        if (swr_is_initialized(context) == 0) {
            configure(frame);
        }
        int status = convert(frame);
        if (status == AVERROR_INPUT_CHANGED) {
            configure(frame);
            status = convert(frame);
        }
        check(status);
    }

    /** Adds what the resampler held back for samples to come. */
    void finish() {
        if (swr_is_initialized(context) != 0) {
            check(convert(null));
        }
    }

    private int convert(@Nullable AVFrame frame) {
        describeOutput();
        int status = swr_convert_frame(context, output, frame);
        if (status >= 0) {
            target.add(output);
        }
        av_frame_unref(output);
        return status;
    }

    private void configure(AVFrame frame) {
        finish();
        swr_free(context);
        context = swr_alloc();
        describeOutput();
        check(swr_config_frame(context, output, frame));
        av_frame_unref(output);
        // Mixing must not make it louder than its loudest channel could be.
        check(av_opt_set_double(context, "rematrix_maxval", 1, 0));
        if (frame.ch_layout().order() != AV_CHANNEL_ORDER_NATIVE) {
            averageChannels(frame.ch_layout().nb_channels());
        }
        check(swr_init(context));
    }

    private void averageChannels(int channels) {
        double[] weights = new double[channels];
        Arrays.fill(weights, 1.0 / channels);
        check(swr_set_matrix(context, weights, channels));
    }

    private void describeOutput() {
        output.format(AV_SAMPLE_FMT_FLT);
        output.sample_rate(AudioDecoder.SAMPLE_RATE);
        av_channel_layout_default(output.ch_layout(), 1);
    }

    /** Gives channels without names the usual ones, as two are left and right. */
    private static void nameChannels(AVChannelLayout layout) {
        if (layout.order() == AV_CHANNEL_ORDER_UNSPEC) {
            av_channel_layout_default(layout, layout.nb_channels());
        }
    }

    private static void check(int status) {
        if (status < 0) {
            throw new UndecodableAudioException("it cannot be resampled (%s)".formatted(FFmpeg.text(status)));
        }
    }

    @Override
    public void close() {
        av_frame_free(output);
        swr_free(context);
    }
}
