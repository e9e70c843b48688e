package io.cistern.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8StreamTests {

    private static final long SEED = Long.getLong("seed", 20261201);

    @ParameterizedTest
    @ValueSource(
            strings = {"", "hello", "ümlaut", "日本語", "\uD83D\uDE00 and \uDBFF\uDFFF", "\u0001\u007F\uFFFF\uD7FF\uE000"})
    void everyTextPasses(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(stream(bytes).readAllBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1bf",
                "e08080",
                "e09fbf",
                "f0808080",
                "f08fbfbf",
                "eda080",
                "edbfbf",
                "f4908080",
                "f5808080",
                "80",
                "bf",
                "ff",
                "fe",
                "c341",
                "e28241",
                "f09f9841",
                "00",
                "7b00"
            })
    void nothingElseDoes(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatExceptionOfType(CharConversionException.class)
                .isThrownBy(() -> stream(bytes).readAllBytes())
                .withMessageContaining("is not UTF-8");
        assertThatExceptionOfType(CharConversionException.class).isThrownBy(() -> readSingly(stream(bytes)));
    }

    /** The JDK's own decoder is the reference. */
    @Test
    void randomBytesAreJudgedAsTheJdkJudgesThem() {
        Random random = new Random(SEED);
        int[] likely = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4};
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = new byte[6];
            for (int i = 0; i < 2 + random.nextInt(3); i++) {
                bytes[i] = (byte) likely[random.nextInt(likely.length)];
            }
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = bytes[i] == 0 ? (byte) 'a' : bytes[i];
            }
            assertThat(passes(bytes))
                    .as("seed %d, %s", SEED, HexFormat.of().formatHex(bytes))
                    .isEqualTo(isUtf8(bytes));
        }
    }

    private static boolean passes(byte[] bytes) {
        try {
            stream(bytes).readAllBytes();
            return true;
        } catch (IOException ex) {
            return false;
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException ex) {
            return false;
        }
    }

    private static void readSingly(InputStream bytes) throws IOException {
        while (bytes.read() >= 0) {
            assertThat(bytes.markSupported()).isFalse();
        }
    }

    private static InputStream stream(byte[] bytes) {
        return new Utf8Stream(new ByteArrayInputStream(bytes));
    }
}
