package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVFMT_GLOBALHEADER;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;
import static org.bytedeco.ffmpeg.global.swresample.swr_alloc;
import static org.bytedeco.ffmpeg.global.swresample.swr_convert_frame;
import static org.bytedeco.ffmpeg.global.swresample.swr_free;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVOutputFormat;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swresample.SwrContext;
import org.bytedeco.javacpp.FloatPointer;

/** Recordings that tests make: WAV files byte by byte, and all other formats with FFmpeg's encoders. */
final class Recordings {

    static final AudioLimits LIMITS = new AudioLimits(1L << 30, Duration.ofHours(2), 8L << 30);

    static final int PCM = 1;
    static final int FLOAT = 3;
    static final int MU_LAW = 7;

    private Recordings() {}

    /** A reading from Sense and Sensibility (LibriVox, public domain), 2.99 s: a WAV file of 16 kHz, mono, 16 bits. */
    static byte[] clip() {
        try (InputStream file = Recordings.class.getResourceAsStream("/audio/librivox_austen_0880.wav")) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The samples of {@link #clip()}, read without the code under test. */
    static float[] clipSamples() {
        byte[] clip = clip();
        int header = 44;
        float[] samples = new float[(clip.length - header) / Short.BYTES];
        ByteBuffer data = ByteBuffer.wrap(clip).order(ByteOrder.LITTLE_ENDIAN).position(header);
        for (int i = 0; i < samples.length; i++) {
            samples[i] = data.getShort() / 32768f;
        }
        return samples;
    }

    static float[] clipSamples(int count) {
        return Arrays.copyOf(clipSamples(), count);
    }

    static float[] sine(double hertz, int sampleRate, int count) {
        float[] samples = new float[count];
        for (int i = 0; i < count; i++) {
            samples[i] = (float) (0.5 * Math.sin(2 * Math.PI * hertz * i / sampleRate));
        }
        return samples;
    }

    /** A WAV file whose header says what it is told, true or not. */
    static byte[] wave(int format, int channels, int sampleRate, int bits, byte[] data) {
        int frameBytes = channels * bits / 8;
        return littleEndian(44 + data.length)
                .put(ascii("RIFF"))
                .putInt(36 + data.length)
                .put(ascii("WAVEfmt "))
                .putInt(16)
                .putShort((short) format)
                .putShort((short) channels)
                .putInt(sampleRate)
                .putInt(sampleRate * frameBytes)
                .putShort((short) frameBytes)
                .putShort((short) bits)
                .put(ascii("data"))
                .putInt(data.length)
                .put(data)
                .array();
    }

    static byte[] shorts(short... values) {
        ByteBuffer bytes = littleEndian(values.length * Short.BYTES);
        for (short value : values) {
            bytes.putShort(value);
        }
        return bytes.array();
    }

    static byte[] floats(float... values) {
        ByteBuffer bytes = littleEndian(values.length * Float.BYTES);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Encodes 16 kHz samples with a named encoder into a named container. */
    static byte[] encode(String container, String codec, int sampleRate, int channels, float[] samples) {
        try {
            FFmpeg.load();
            Path file = Files.createTempFile("recording", "." + container);
            try {
                encode(file, container, codec, sampleRate, channels, samples);
                return Files.readAllBytes(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void encode(
            Path file, String container, String codec, int sampleRate, int channels, float[] samples) {
        AVFormatContext muxer = new AVFormatContext(null);
        check(avformat_alloc_output_context2(muxer, (AVOutputFormat) null, container, file.toString()));
        AVCodecContext encoder = encoder(codec, sampleRate, channels, muxer);
        AVStream stream = avformat_new_stream(muxer, null);
        check(avcodec_parameters_from_context(stream.codecpar(), encoder));
        stream.time_base(encoder.time_base());
        AVIOContext output = new AVIOContext(null);
        check(avio_open(output, file.toString(), AVIO_FLAG_WRITE));
        muxer.pb(output);
        check(avformat_write_header(muxer, (AVDictionary) null));
        write(encoder, muxer, stream, samples);
        check(av_write_trailer(muxer));
        check(avio_closep(output));
        avcodec_free_context(encoder);
        avformat_free_context(muxer);
    }

    private static AVCodecContext encoder(String name, int sampleRate, int channels, AVFormatContext muxer) {
        AVCodec codec = avcodec_find_encoder_by_name(name);
        AVCodecContext encoder = avcodec_alloc_context3(codec);
        encoder.sample_rate(sampleRate);
        encoder.sample_fmt(codec.sample_fmts().get());
        encoder.time_base(av_make_q(1, sampleRate));
        encoder.strict_std_compliance(-2);
        av_channel_layout_default(encoder.ch_layout(), channels);
        if ((muxer.oformat().flags() & AVFMT_GLOBALHEADER) != 0) {
            encoder.flags(encoder.flags() | AV_CODEC_FLAG_GLOBAL_HEADER);
        }
        if (name.equals("libopencore_amrnb")) {
            encoder.bit_rate(12_200);
        }
        if (name.equals("libvo_amrwbenc")) {
            encoder.bit_rate(23_850);
        }
        check(avcodec_open2(encoder, codec, (AVDictionary) null));
        return encoder;
    }

    private static void write(AVCodecContext encoder, AVFormatContext muxer, AVStream stream, float[] samples) {
        SwrContext resampler = swr_alloc();
        AVFrame frame = av_frame_alloc();
        describe(frame, AudioDecoder.SAMPLE_RATE, AV_SAMPLE_FMT_FLT, samples.length);
        av_channel_layout_default(frame.ch_layout(), 1);
        check(av_frame_get_buffer(frame, 0));
        new FloatPointer(frame.data(0)).put(samples, 0, samples.length);

        int frameSize = encoder.frame_size() > 0 ? encoder.frame_size() : 1024;
        AVFrame converted = av_frame_alloc();
        AVFrame input = frame;
        long position = 0;
        while (true) {
            describe(converted, encoder.sample_rate(), encoder.sample_fmt(), frameSize);
            converted.ch_layout(encoder.ch_layout());
            check(av_frame_get_buffer(converted, 0));
            check(swr_convert_frame(resampler, converted, input));
            input = null;
            if (converted.nb_samples() == 0) {
                break;
            }
            converted.pts(position);
            position += converted.nb_samples();
            check(avcodec_send_frame(encoder, converted));
            av_frame_unref(converted);
            writePackets(encoder, muxer, stream);
        }
        check(avcodec_send_frame(encoder, null));
        writePackets(encoder, muxer, stream);
        av_frame_free(converted);
        av_frame_free(frame);
        swr_free(resampler);
    }

    private static void describe(AVFrame frame, int sampleRate, int format, int samples) {
        frame.sample_rate(sampleRate);
        frame.format(format);
        frame.nb_samples(samples);
    }

    private static void writePackets(AVCodecContext encoder, AVFormatContext muxer, AVStream stream) {
        AVPacket packet = av_packet_alloc();
        while (avcodec_receive_packet(encoder, packet) >= 0) {
            av_packet_rescale_ts(packet, encoder.time_base(), stream.time_base());
            packet.stream_index(stream.index());
            check(av_interleaved_write_frame(muxer, packet));
        }
        av_packet_free(packet);
    }

    private static void check(int status) {
        if (status < 0) {
            throw new IllegalStateException(FFmpeg.text(status));
        }
    }
}
