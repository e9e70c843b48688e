package io.cistern.tokenization;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Ids and texts that Transformers gives, written by {@code make_goldens.py} beside the file. */
final class TransformersGoldens {

    static final Path TOKENIZERS = Path.of("src/test/resources/tokenizers");

    private static final JsonNode ROOT = JsonMapper.shared().readTree(TOKENIZERS.resolve("transformers-goldens.json"));

    private TransformersGoldens() {}

    /** A text with its ids; {@code decoded} is empty and {@code codePointSpans} has no entry where the file has none. */
    record Golden(String text, int[] ids, String decoded, List<int[]> codePointSpans) {

        @Override
        public String toString() {
            return "'" + text + "'";
        }
    }

    static Stream<Golden> of(String key) {
        return ROOT.path(key).values().stream().map(TransformersGoldens::golden);
    }

    private static Golden golden(JsonNode node) {
        return new Golden(
                node.path("text").asString(""),
                ints(node.path("ids")),
                node.path("decoded").asString(""),
                node.path("codePointSpans").values().stream()
                        .map(TransformersGoldens::ints)
                        .toList());
    }

    private static int[] ints(JsonNode array) {
        return array.values().stream().mapToInt(JsonNode::asInt).toArray();
    }
}
