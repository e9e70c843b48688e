package io.cistern.tokenization;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a checkpoint's {@code tokenizer_config.json} says.
 *
 * @param tokenizerClass name of Transformers' class, empty if the file is missing or does not say
 * @param endOfSequence name of the token that ends a sequence, {@code </s>} unless the file says another
 * @param specialNames names of all tokens with a role
 * @param addedTokens names of the added tokens by id, empty if the file lists none
 */
record TokenizerConfig(
        String tokenizerClass, String endOfSequence, Set<String> specialNames, Map<Integer, String> addedTokens) {

    static final String FILE = "tokenizer_config.json";

    private static final List<String> ROLES =
            List.of("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token");

    /** Reads the file of a folder; a missing file says nothing. */
    static TokenizerConfig read(Path folder) {
        Path file = folder.resolve(FILE);
        JsonMapper mapper = JsonMapper.shared();
        return of(Files.exists(file) ? mapper.readTree(file) : mapper.createObjectNode());
    }

    private static TokenizerConfig of(JsonNode config) {
        return new TokenizerConfig(
                config.path("tokenizer_class").asString(""),
                name(config.path("eos_token"), "</s>"),
                specialNames(config),
                addedTokens(config));
    }

    private static Set<String> specialNames(JsonNode config) {
        List<JsonNode> tokens =
                new ArrayList<>(config.path("additional_special_tokens").values());
        ROLES.forEach(role -> tokens.add(config.path(role)));
        Set<String> names = new HashSet<>();
        tokens.forEach(token -> names.add(name(token, "")));
        return names;
    }

    private static Map<Integer, String> addedTokens(JsonNode config) {
        Map<Integer, String> tokens = new TreeMap<>();
        config.path("added_tokens_decoder")
                .properties()
                .forEach(token -> tokens.put(Integer.valueOf(token.getKey()), name(token.getValue(), "")));
        return tokens;
    }

    /** A token is written as its name or as an object that has it. */
    private static String name(JsonNode token, String otherwise) {
        return token.isObject() ? token.path("content").asString(otherwise) : token.asString(otherwise);
    }
}
