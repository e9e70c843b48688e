package io.cistern.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;

/** Turns a safetensors header's JSON into tensors, and refuses every table that does not describe its data exactly. */
final class HeaderParser {

    private static final String METADATA = "__metadata__";

    private final Path path;
    private final long dataLength;

    HeaderParser(Path path, long dataLength) {
        this.path = path;
        this.dataLength = dataLength;
    }

    Map<String, TensorInfo> parse(byte[] json) {
        if (json.length == 0 || json[0] != '{') {
            throw fault("has a header that does not begin with '{'");
        }
        Map<String, TensorInfo> tensors = tensors(json);
        checkLayout(tensors);
        return Collections.unmodifiableMap(tensors);
    }

    private Map<String, TensorInfo> tensors(byte[] json) {
        // A strict decoder: Jackson would guess UTF-16 from the bytes and let malformed UTF-8 pass in places.
        InputStreamReader text = new InputStreamReader(new ByteArrayInputStream(json), UTF_8.newDecoder());
        try (JsonParser parser = CheckpointJson.HEADER_MAPPER.createParser(text)) {
            return entries(parser);
        } catch (JacksonException e) {
            throw CheckpointJson.malformed(path, e);
        }
    }

    private Map<String, TensorInfo> entries(JsonParser parser) {
        Map<String, TensorInfo> tensors = new LinkedHashMap<>();
        parser.nextToken();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            JsonNode entry = parser.readValueAsTree();
            if (name.equals(METADATA)) {
                checkMetadata(entry);
            } else {
                tensors.put(name, tensor(name, entry));
            }
        }
        if (parser.nextToken() != null) {
            throw fault("has a header with more than one JSON object");
        }
        return tensors;
    }

    private void checkMetadata(JsonNode metadata) {
        if (!metadata.isObject() || !metadata.values().stream().allMatch(JsonNode::isString)) {
            throw fault("has a " + METADATA + " that is no object of strings");
        }
    }

    private TensorInfo tensor(String name, JsonNode entry) {
        if (!entry.isObject()) {
            throw fault(name, "is described by no JSON object");
        }
        ElementType type = type(name, entry.path("dtype"));
        long[] shape = sizes(name, "shape", entry.path("shape"));
        long[] offsets = sizes(name, "data_offsets", entry.path("data_offsets"));
        if (offsets.length != 2) {
            throw fault(name, "has %d data_offsets, not 2".formatted(offsets.length));
        }
        TensorInfo tensor = new TensorInfo(name, type, shape, offsets[0], offsets[1]);
        checkRange(tensor);
        checkSize(tensor);
        return tensor;
    }

    private ElementType type(String name, JsonNode dtype) {
        String given = dtype.isString() ? dtype.stringValue() : dtype.toString();
        return ElementType.named(given)
                .orElseThrow(() -> fault(name, "has the unknown dtype " + CheckpointFormatException.quoted(given)));
    }

    private long[] sizes(String name, String property, JsonNode array) {
        if (!array.isArray()) {
            throw fault(name, "has no array '" + property + "'");
        }
        long[] sizes = new long[array.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = size(name, property, array.path(i));
        }
        return sizes;
    }

    private long size(String name, String property, JsonNode number) {
        if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
            throw fault(
                    name,
                    "has %s in '%s', which must be whole numbers from 0 to %d"
                            .formatted(CheckpointFormatException.quoted(number.toString()), property, Long.MAX_VALUE));
        }
        return number.longValue();
    }

    private void checkRange(TensorInfo tensor) {
        if (tensor.begin() > tensor.end()) {
            throw fault(tensor.name(), "begins at %d after its end %d".formatted(tensor.begin(), tensor.end()));
        }
        if (tensor.end() > dataLength) {
            throw fault(
                    tensor.name(),
                    "ends at byte %d of the data, the file has %d: it is truncated or its header is wrong"
                            .formatted(tensor.end(), dataLength));
        }
    }

    private void checkSize(TensorInfo tensor) {
        long bits = bits(tensor);
        if (bits % Byte.SIZE != 0 || bits / Byte.SIZE != tensor.bytes()) {
            throw fault(
                    tensor.name(),
                    "of shape %s in %s has %d bits, its offsets span %d bytes"
                            .formatted(Shapes.describe(tensor.shape()), tensor.type(), bits, tensor.bytes()));
        }
    }

    private long bits(TensorInfo tensor) {
        try {
            long elements = 1;
            for (long size : tensor.shape()) {
                elements = Math.multiplyExact(elements, size);
            }
            return Math.multiplyExact(elements, (long) tensor.type().bits());
        } catch (ArithmeticException e) {
            throw fault(
                    tensor.name(),
                    "of shape %s has more bits than a 64-bit number counts".formatted(Shapes.describe(tensor.shape())));
        }
    }

    /** The tensors must cover the data byte for byte: nothing shared, nothing hidden between or behind them. */
    private void checkLayout(Map<String, TensorInfo> tensors) {
        List<TensorInfo> inOrder = new ArrayList<>(tensors.values());
        inOrder.sort(Comparator.comparingLong(TensorInfo::begin).thenComparingLong(TensorInfo::end));
        long covered = 0;
        for (TensorInfo tensor : inOrder) {
            if (tensor.begin() < covered) {
                throw fault(
                        tensor.name(),
                        "overlaps another: it begins at %d, the one before ends at %d"
                                .formatted(tensor.begin(), covered));
            }
            if (tensor.begin() > covered) {
                throw fault(
                        tensor.name(),
                        "leaves a hole: it begins at %d, the one before ends at %d".formatted(tensor.begin(), covered));
            }
            covered = tensor.end();
        }
        if (covered != dataLength) {
            throw fault("has %d bytes after its last tensor".formatted(dataLength - covered));
        }
    }

    private CheckpointFormatException fault(String reason) {
        return new CheckpointFormatException(path, reason);
    }

    private CheckpointFormatException fault(String tensor, String reason) {
        return new CheckpointFormatException(path, tensor, reason);
    }
}
