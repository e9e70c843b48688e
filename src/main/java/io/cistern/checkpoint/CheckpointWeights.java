package io.cistern.checkpoint;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All tensors of a checkpoint by name, whichever of its files they are in, read as 32-bit floats.
 *
 * <p>Buffers it returned stay valid after it is closed; their memory goes when they are unreachable. The files must not
 * be shortened while buffers of them are in use.
 */
public final class CheckpointWeights implements AutoCloseable {

    static final String SINGLE_FILE = "model.safetensors";
    static final String INDEX_FILE = "model.safetensors.index.json";

    /** The most floats that one buffer can hold. */
    static final int MAX_FLOATS = Integer.MAX_VALUE / Float.BYTES;

    private final Path source;
    private final Map<String, SafetensorsFile> shards = new LinkedHashMap<>();
    private final Map<String, SafetensorsFile> files = new LinkedHashMap<>();

    private CheckpointWeights(Path source) {
        this.source = source;
    }

    /** Opens {@code model.safetensors} or, in its absence, the shards of {@code model.safetensors.index.json}. */
    static CheckpointWeights open(Path folder) {
        CheckpointWeights weights = new CheckpointWeights(source(folder));
        try {
            weights.load();
            return weights;
        } catch (RuntimeException e) {
            weights.close();
            throw e;
        }
    }

    private static Path source(Path folder) {
        return Stream.of(SINGLE_FILE, INDEX_FILE)
                .map(folder::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new CheckpointFormatException(
                        folder,
                        "holds neither %s nor %s%s"
                                .formatted(SINGLE_FILE, INDEX_FILE, ForeignWeights.explain(folder))));
    }

    private void load() {
        if (source.endsWith(INDEX_FILE)) {
            loadShards(ShardIndex.read(source));
        } else {
            SafetensorsFile file = shard(SINGLE_FILE);
            file.tensors().keySet().forEach(name -> files.put(name, file));
        }
    }

    private void loadShards(ShardIndex index) {
        index.shards().forEach((tensor, shard) -> files.put(tensor, holder(tensor, shard(shard))));
        shards.values().forEach(this::requireAllMapped);
    }

    private SafetensorsFile shard(String fileName) {
        return shards.computeIfAbsent(fileName, name -> SafetensorsFile.open(source.resolveSibling(name)));
    }

    private static SafetensorsFile holder(String tensor, SafetensorsFile file) {
        if (!file.tensors().containsKey(tensor)) {
            throw new CheckpointFormatException(file.path(), tensor, "is missing; " + INDEX_FILE + " says it is here");
        }
        return file;
    }

    private void requireAllMapped(SafetensorsFile file) {
        for (String tensor : file.tensors().keySet()) {
            if (files.get(tensor) != file) {
                throw new CheckpointFormatException(file.path(), tensor, "is not mapped to this file by " + INDEX_FILE);
            }
        }
    }

    /** Returns the file that says which tensors there are: the weights themselves, or the index of their shards. */
    public Path source() {
        return source;
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(files.keySet());
    }

    /** Returns the file that holds a tensor. */
    public Path file(String name) {
        return fileOf(name).path();
    }

    public TensorInfo info(String name) {
        return infoIn(fileOf(name), name);
    }

    /**
     * Returns a whole tensor as 32-bit floats in native byte order, in memory outside the heap: the mapped file itself,
     * which is read-only, where that holds such floats, else a converted copy.
     *
     * @throws CheckpointFormatException if the tensor is missing, in another type than F32, F16 and BF16, or
     *     larger than one buffer can be
     */
    public ByteBuffer floats(String name) {
        SafetensorsFile file = fileOf(name);
        TensorInfo tensor = infoIn(file, name);
        if (tensor.elements() > MAX_FLOATS) {
            throw new CheckpointFormatException(
                    file.path(),
                    name,
                    "has %d elements; %d at most can be read, which is what one buffer holds"
                            .formatted(tensor.elements(), MAX_FLOATS));
        }
        return file.floats(tensor);
    }

    private SafetensorsFile fileOf(String name) {
        SafetensorsFile file = files.get(name);
        if (file == null) {
            throw new CheckpointFormatException(source, name, "is missing");
        }
        return file;
    }

    private static TensorInfo infoIn(SafetensorsFile file, String name) {
        return Objects.requireNonNull(file.tensors().get(name));
    }

    @Override
    public void close() {
        shards.values().forEach(SafetensorsFile::close);
    }
}
