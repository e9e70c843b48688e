package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_max_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import java.nio.charset.StandardCharsets;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.swresample;
import org.bytedeco.javacpp.Loader;

/** FFmpeg's natives, from the class path: silent, and unable to allocate what a forged header asks for. */
final class FFmpeg {

    /** Bytes; the index of a two-hour recording takes a tenth of it. */
    private static final long LARGEST_ALLOCATION = 128L << 20;

    private static final int LONGEST_TEXT = 256;

    static {
        // JavaCPP gives up in a process of more than twice its heap, which every process with a model is.
        System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
        Loader.load(avformat.class);
        Loader.load(swresample.class);
        av_log_set_level(AV_LOG_QUIET);
        av_max_alloc(LARGEST_ALLOCATION);
    }

    private FFmpeg() {}

    /** Loads the natives, or throws the reason why they do not load here. */
    static void load() {}

    /** Returns FFmpeg's text for an error code. */
    static String text(int error) {
        byte[] text = new byte[LONGEST_TEXT];
        av_strerror(error, text, text.length);
        int length = 0;
        while (text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }
}
