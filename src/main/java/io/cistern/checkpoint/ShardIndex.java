package io.cistern.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Which file of a sharded checkpoint holds which tensor.
 *
 * @param path the index file
 * @param shards file name by tensor name
 */
record ShardIndex(Path path, Map<String, String> shards) {

    /** A file directly in the folder: no separators, nothing that starts with a dot. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*\\.safetensors");

    static ShardIndex read(Path path) {
        JsonNode weightMap = CheckpointJson.readObject(path).path("weight_map");
        if (!weightMap.isObject()) {
            throw new CheckpointFormatException(path, "has no object 'weight_map'");
        }
        Map<String, String> shards = new LinkedHashMap<>();
        weightMap
                .properties()
                .forEach(entry -> shards.put(entry.getKey(), plainName(path, entry.getKey(), entry.getValue())));
        return new ShardIndex(path, shards);
    }

    private static String plainName(Path path, String tensor, JsonNode shard) {
        String name = shard.isString() ? shard.stringValue() : shard.toString();
        if (!PLAIN_NAME.matcher(name).matches()) {
            throw new CheckpointFormatException(
                    path,
                    tensor,
                    "is mapped to %s; a shard is a plain name of a .safetensors file in the same folder"
                            .formatted(CheckpointFormatException.quoted(name)));
        }
        return name;
    }
}
