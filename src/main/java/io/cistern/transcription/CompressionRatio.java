package io.cistern.transcription;

import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;

/**
 * How many times shorter a text gets when zlib compresses it: text that repeats itself compresses well.
 *
 * <p>Rule: compression_ratio in openai/whisper, whisper/utils.py.
 */
final class CompressionRatio {

    private CompressionRatio() {}

    static float of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return (float) bytes.length / compressedLength(bytes);
    }

    private static long compressedLength(byte[] bytes) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] block = new byte[1024];
            while (!deflater.finished()) {
                deflater.deflate(block);
            }
            return deflater.getBytesWritten();
        } finally {
            deflater.end();
        }
    }
}
