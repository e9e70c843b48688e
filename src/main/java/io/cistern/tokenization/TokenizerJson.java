package io.cistern.tokenization;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A {@code tokenizer.json} in which no text can spell a control token.
 *
 * <p>A tokenizer finds {@code </s>} in a text in two ways: by its list of added tokens and, in a Unigram model, as a
 * piece of the vocabulary, where it has the best of all scores. So control tokens leave the list and their pieces get a
 * name that nobody can guess. Byte-pair models need only the first: they reach nothing that their merges do not build.
 */
final class TokenizerJson {

    static final String FILE = "tokenizer.json";

    private final ObjectNode root;
    private final SpecialTokens specialTokens;
    private final ShortestPieces shortestPieces;

    private TokenizerJson(ObjectNode root, TokenizerConfig config) {
        this.root = root;
        this.specialTokens = specialTokens(root, config);
        this.shortestPieces = ShortestPieces.of(root);
        specialTokens.names().forEach(this::makeUnspellable);
        root.withArray("added_tokens").removeIf(this::isControl);
    }

    static TokenizerJson read(Path folder, TokenizerConfig config) {
        JsonNode root = JsonMapper.shared().readTree(folder.resolve(FILE));
        if (root instanceof ObjectNode object && object.path("model").isObject()) {
            return new TokenizerJson(object, config);
        }
        throw new IllegalArgumentException("it describes no model");
    }

    /** Returns the special tokens with their names as they were in the file. */
    SpecialTokens specialTokens() {
        return specialTokens;
    }

    ShortestPieces shortestPieces() {
        return shortestPieces;
    }

    /** Returns a description that puts no tokens around a text. */
    TokenizerJson withoutFrame() {
        root.remove("post_processor");
        return this;
    }

    InputStream open() {
        return new ByteArrayInputStream(JsonMapper.shared().writeValueAsBytes(root));
    }

    private static SpecialTokens specialTokens(ObjectNode root, TokenizerConfig config) {
        Map<Integer, String> names = new HashMap<>();
        for (JsonNode token : root.path("added_tokens").values()) {
            String name = token.path("content").asString("");
            if (token.path("special").asBoolean(false) || config.specialNames().contains(name)) {
                names.put(token.path("id").asInt(), name);
            }
        }
        return new SpecialTokens(names);
    }

    private boolean isControl(JsonNode addedToken) {
        int id = addedToken.path("id").asInt();
        return specialTokens.contains(id) && !Sentinels.isSentinel(specialTokens.name(id));
    }

    private void makeUnspellable(int id, String name) {
        boolean piece = root.at("/model/vocab/" + id + "/0").asString("").equals(name);
        if (piece && !Sentinels.isSentinel(name)) {
            ((ArrayNode) root.at("/model/vocab/" + id)).set(0, UUID.randomUUID().toString());
        }
    }
}
