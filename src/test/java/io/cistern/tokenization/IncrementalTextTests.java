package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.tokenization.TransformersGoldens.Golden;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncrementalTextTests {

    private static final TextTokenizer BYTES = ByteTokenizer.withDefaultSentinels();
    private static final TextTokenizer PIECES = TokenizerLoader.load(TransformersGoldens.TOKENIZERS.resolve("t5-v1_1"));

    static Stream<Golden> byteGoldens() {
        return Stream.concat(TransformersGoldens.of("byt5"), TransformersGoldens.of("byt5Broken"));
    }

    static Stream<Golden> pieceGoldens() {
        return TransformersGoldens.of("t5");
    }

    @ParameterizedTest
    @MethodSource("byteGoldens")
    void joinedPiecesOfBytesAreTheText(Golden golden) {
        assertThat(String.join("", pieces(BYTES, golden.ids()))).isEqualTo(golden.decoded());
    }

    @ParameterizedTest
    @MethodSource("pieceGoldens")
    void joinedPiecesOfWordsAreTheText(Golden golden) {
        assertThat(String.join("", pieces(PIECES, golden.ids()))).isEqualTo(golden.decoded());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void joinedPiecesOfRandomTokensAreTheirText(long seed) {
        int[] ids = new Random(seed).ints(500, -1, 32_200).toArray();

        assertThat(String.join("", pieces(PIECES, ids))).as("seed %d", seed).isEqualTo(PIECES.decode(ids));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void joinedPiecesOfRandomBytesAreTheirText(long seed) {
        int[] ids = new Random(seed).ints(500, 0, 400).toArray();

        assertThat(String.join("", pieces(BYTES, ids))).as("seed %d", seed).isEqualTo(BYTES.decode(ids));
    }

    @Test
    void aCharacterComesWithItsLastByte() {
        assertThat(pieces(BYTES, BYTES.encode("a😀é"))).containsExactly("a", "", "", "", "😀", "", "é", "", "");
    }

    @Test
    void wordsComeWithTheSpaceBeforeThem() {
        assertThat(pieces(PIECES, PIECES.encode("Hello the text.")))
                .containsExactly("Hello", " the", " text", ".", "", "");
    }

    @Test
    void incompleteCharactersAreHeldBackUntilTheEnd() {
        ReplacingBytes bytes = new ReplacingBytes();

        assertThat(pieces(bytes, 'a', 0xE4, 0xBD, 0xA0, 0xC3)).containsExactly("a", "", "", "你", "", "\uFFFD");
        assertThat(pieces(bytes, 0xFF, 'b', 0xFF, 0xFF)).containsExactly("", "\uFFFDb", "", "", "\uFFFD\uFFFD");
    }

    @Test
    void onlyTheNewestTokensAreDecodedAgain() {
        ReplacingBytes bytes = new ReplacingBytes();
        String text = "word 你好 ".repeat(1000);

        List<String> pieces = pieces(bytes, unsigned(text.getBytes(StandardCharsets.UTF_8)));

        assertThat(String.join("", pieces)).isEqualTo(text);
        assertThat(bytes.longestDecoded).isEqualTo("你好".getBytes(StandardCharsets.UTF_8).length);
    }

    private static int[] unsigned(byte[] bytes) {
        return IntStream.range(0, bytes.length)
                .map(i -> Byte.toUnsignedInt(bytes[i]))
                .toArray();
    }

    private static List<String> pieces(TextTokenizer tokenizer, int... ids) {
        IncrementalText text = new IncrementalText(tokenizer);
        List<String> pieces = new ArrayList<>();
        Arrays.stream(ids).mapToObj(text::append).forEach(pieces::add);
        pieces.add(text.finish());
        return pieces;
    }

    /** Decodes bytes as byte-level BPE does: what is no character gives U+FFFD. */
    private static final class ReplacingBytes implements TextTokenizer {

        private int longestDecoded;

        @Override
        public String decode(int[] ids) {
            longestDecoded = Math.max(longestDecoded, ids.length);
            byte[] bytes = new byte[ids.length];
            for (int i = 0; i < ids.length; i++) {
                bytes[i] = (byte) ids[i];
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public int[] encode(String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<TokenSpan> tokenize(String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String tokenText(int id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSpecial(int id) {
            return false;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
