package io.cistern.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TokenDetail;
import io.cistern.generation.stopping.StopStrings;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With ByT5's tokens, which are bytes: a character takes up to four. */
class TokenPiecesTests {

    private static final long SEED = Long.getLong("seed", 20261130L);
    private static final int END = 1;

    @TempDir
    private Path folder;

    private TextTokenizer tokenizer;

    @BeforeEach
    void load() throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"tokenizer_class\": \"ByT5Tokenizer\"}");
        tokenizer = TokenizerLoader.load(folder);
    }

    @Test
    void aTokenIsShownAtOnceWhenNothingCanFollowThatChangesIt() {
        TokenPieces pieces = pieces(List.of("xy"));
        assertThat(texts(pieces.add(token('a'), List.of()))).containsExactly("a");
        assertThat(texts(pieces.add(token('x'), List.of()))).isEmpty();
        assertThat(texts(pieces.add(token('b'), List.of()))).containsExactly("x", "b");
        assertThat(pieces.add(token('x'), List.of())).isEmpty();
        assertThat(pieces.add(token('y'), List.of())).isEmpty();
        assertThat(pieces.finish("axb")).extracting(StreamedToken::index).containsExactly(4, 5);
    }

    @Test
    void theBeginningOfAStopStringThatDoesNotComeIsShownWithTheEnd() {
        TokenPieces pieces = pieces(List.of("xyz"));
        pieces.add(token('x'), List.of());
        pieces.add(token('y'), List.of());
        pieces.add(new TokenDetail(END, -1), List.of());
        assertThat(texts(pieces.finish("xy"))).containsExactly("x", "y", "");
    }

    @Test
    void aCharacterComesWithItsLastByte() {
        TokenPieces pieces = pieces(List.of());
        List<String> shown = new ArrayList<>();
        for (int id : tokenizer.encode("é😀")) {
            shown.addAll(texts(pieces.add(new TokenDetail(id, -1), List.of())));
        }
        shown.addAll(texts(pieces.finish("é😀")));
        assertThat(shown).containsExactly("", "é", "", "", "", "😀", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void allPiecesJoinedAreTheFinalText(int stops) {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED + stops);
        String[] alphabet = {"a", "b", "é", "€", "😀", " "};
        for (int run = 0; run < 300; run++) {
            List<String> strings = random.ints(stops, 1, 4)
                    .mapToObj(length -> text(random, alphabet, length))
                    .toList();
            assertJoined(random, text(random, alphabet, random.nextInt(30)), strings);
        }
    }

    private void assertJoined(Random random, String wanted, List<String> stopStrings) {
        StopStrings stops = StopStrings.of(stopStrings);
        int[] ids = tokenizer.encode(wanted);
        int cut = random.nextBoolean() ? ids.length : Math.max(1, random.nextInt(ids.length));
        TokenPieces pieces = new TokenPieces(
                tokenizer,
                Set.of(END),
                GenerationConfig.builder(cut).stopSequences(stopStrings).build());
        StringBuilder shown = new StringBuilder();
        int count = 0;
        while (count < cut
                && stops.endOf(tokenizer.decode(Arrays.copyOf(ids, count))).isEmpty()) {
            texts(pieces.add(new TokenDetail(ids[count++], -1), List.of())).forEach(shown::append);
        }
        String finalText = stops.cut(tokenizer.decode(Arrays.copyOf(ids, count)));
        assertThat(finalText).as("%s, stops %s", wanted, stopStrings).startsWith(shown);
        List<StreamedToken> rest = pieces.finish(finalText);
        texts(rest).forEach(shown::append);
        assertThat(shown).as("%s, stops %s", wanted, stopStrings).hasToString(finalText);
        assertThat(rest.get(rest.size() - 1).index()).isEqualTo(count);
    }

    private static String text(Random random, String[] alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }

    private TokenPieces pieces(List<String> stopStrings) {
        return new TokenPieces(
                tokenizer,
                Set.of(END),
                GenerationConfig.builder(64).stopSequences(stopStrings).build());
    }

    private static TokenDetail token(char letter) {
        return new TokenDetail(letter + 3, -1);
    }

    private static List<String> texts(List<StreamedToken> tokens) {
        return tokens.stream().map(StreamedToken::text).toList();
    }
}
