package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_DBL;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_DBLP;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLTP;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/** Makes infinities and not-a-numbers silent before a filter spreads them over their neighbours. */
final class NonFiniteSamples {

    private NonFiniteSamples() {}

    static void silence(AVFrame frame) {
        int samples = frame.nb_samples();
        int channels = frame.ch_layout().nb_channels();
        switch (frame.format()) {
            case AV_SAMPLE_FMT_FLT -> silenceFloats(frame, 1, samples * channels);
            case AV_SAMPLE_FMT_FLTP -> silenceFloats(frame, channels, samples);
            case AV_SAMPLE_FMT_DBL -> silenceDoubles(frame, 1, samples * channels);
            case AV_SAMPLE_FMT_DBLP -> silenceDoubles(frame, channels, samples);
            default -> {} // integers are finite
        }
    }

    private static void silenceFloats(AVFrame frame, int planes, int samples) {
        for (int plane = 0; plane < planes; plane++) {
            FloatBuffer values = plane(frame, plane, samples * Float.BYTES).asFloatBuffer();
            for (int i = 0; i < samples; i++) {
                if (!Float.isFinite(values.get(i))) {
                    values.put(i, 0);
                }
            }
        }
    }

    private static void silenceDoubles(AVFrame frame, int planes, int samples) {
        for (int plane = 0; plane < planes; plane++) {
            DoubleBuffer values = plane(frame, plane, samples * Double.BYTES).asDoubleBuffer();
            for (int i = 0; i < samples; i++) {
                if (!Double.isFinite(values.get(i))) {
                    values.put(i, 0);
                }
            }
        }
    }

    private static ByteBuffer plane(AVFrame frame, int plane, int bytes) {
        return frame.extended_data(plane).capacity(bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
