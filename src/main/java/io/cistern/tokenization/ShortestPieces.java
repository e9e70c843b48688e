package io.cistern.tokenization;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * How few pieces of a Unigram vocabulary a text can become. A visible character of ASCII that is a piece of its own
 * reaches the pieces as it is, so the longest piece bounds how many of them one piece holds. Nothing else counts: spaces
 * are collapsed, and a run of unknown characters becomes one token. A character before another than ASCII does not count
 * either, as the two may be composed to one.
 *
 * <p>That holds for the normalizers of SentencePiece and for none that might drop characters; with those nothing is
 * certain.
 */
final class ShortestPieces {

    private static final int ASCII = 128;
    private static final String UNIGRAM = "Unigram";
    private static final String SPACES = " {2,}";

    private final boolean[] certain = new boolean[ASCII];
    private final int longest; // in chars

    private ShortestPieces(List<String> pieces) {
        this.longest = pieces.stream().mapToInt(String::length).max().orElse(1);
        pieces.stream()
                .filter(piece -> piece.length() == 1 && isAscii(piece.charAt(0)))
                .map(piece -> piece.charAt(0))
                .filter(character -> character > ' ' && !Character.isISOControl(character))
                .forEach(character -> certain[character] = true);
    }

    /** Reads a {@code tokenizer.json}. */
    static ShortestPieces of(JsonNode root) {
        boolean known = root.at("/model/type").asString("").equals(UNIGRAM) && keepsCharacters(root.path("normalizer"));
        return new ShortestPieces(known ? pieces(root).toList() : List.of());
    }

    private static Stream<String> pieces(JsonNode root) {
        Stream<String> vocabulary =
                root.at("/model/vocab").valueStream().map(piece -> piece.path(0).asString(""));
        Stream<String> added = root.path("added_tokens")
                .valueStream()
                .map(token -> token.path("content").asString(""));
        return Stream.concat(vocabulary, added);
    }

    private static boolean keepsCharacters(JsonNode normalizer) {
        return switch (normalizer.path("type").asString("")) {
            case "Sequence" -> normalizer.path("normalizers").valueStream().allMatch(ShortestPieces::keepsCharacters);
            case "Replace" -> normalizer.at("/pattern/Regex").asString("").equals(SPACES);
            case "Precompiled", "Strip", "NFC", "NFKC" -> true;
            default -> normalizer.isNull() || normalizer.isMissingNode();
        };
    }

    int count(String text) {
        long counted = IntStream.range(0, text.length())
                .filter(i -> isAscii(text.charAt(i)) && certain[text.charAt(i)])
                .filter(i -> i + 1 == text.length() || isAscii(text.charAt(i + 1)))
                .count();
        return (int) (counted / longest);
    }

    private static boolean isAscii(char character) {
        return character < ASCII;
    }
}
