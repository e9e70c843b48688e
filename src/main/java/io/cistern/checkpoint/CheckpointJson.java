package io.cistern.checkpoint;

import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a checkpoint's JSON without trusting it: no duplicate keys, bounded depth and length. */
final class CheckpointJson {

    private static final int DEEPEST_NESTING = 64;
    private static final long LONGEST_DOCUMENT = 100_000_000;

    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST_NESTING)
            .maxDocumentLength(LONGEST_DOCUMENT)
            .build();

    /** Strict JSON, for safetensors headers; what follows a value is left to the caller, who reads value by value. */
    static final JsonMapper HEADER_MAPPER = JsonMapper.builder(factory().build())
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    // Python's json module, which writes these files, writes NaN and Infinity.
    private static final JsonMapper MAPPER = JsonMapper.builder(
                    factory().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build())
            .build();

    private CheckpointJson() {}

    /** Reads a file whose content must be one JSON object. */
    static JsonNode readObject(Path path) {
        try {
            JsonNode root = MAPPER.readTree(path);
            if (!root.isObject()) {
                throw new CheckpointFormatException(path, "holds no JSON object");
            }
            return root;
        } catch (JacksonException e) {
            throw malformed(path, e);
        }
    }

    static CheckpointFormatException malformed(Path path, JacksonException cause) {
        TokenStreamLocation at = cause.getLocation();
        String where = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        return new CheckpointFormatException(
                path,
                "cannot be read as JSON" + where + ": " + CheckpointFormatException.quoted(cause.getOriginalMessage()),
                cause);
    }

    private static JsonFactoryBuilder factory() {
        return JsonFactory.builder()
                .streamReadConstraints(CONSTRAINTS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    }
}
