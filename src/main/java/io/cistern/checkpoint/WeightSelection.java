package io.cistern.checkpoint;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lets a model family take exactly the tensors it expects, in the shapes it expects, and check that none is left. */
public final class WeightSelection {

    private static final int LONGEST_LIST = 10;

    private final CheckpointWeights weights;
    private final Set<String> taken = new HashSet<>();

    public WeightSelection(CheckpointWeights weights) {
        this.weights = weights;
    }

    /** Returns whether the checkpoint has a tensor, without taking it. */
    public boolean contains(String name) {
        return weights.names().contains(name);
    }

    /**
     * Takes a tensor and returns it as {@link CheckpointWeights#floats(String)} does.
     *
     * @throws CheckpointFormatException if it is missing, has another shape or cannot be read as floats
     */
    public ByteBuffer floats(String name, long... shape) {
        take(name, shape);
        return weights.floats(name);
    }

    private void take(String name, long... shape) {
        TensorInfo tensor = weights.info(name);
        if (!Arrays.equals(tensor.shape(), shape)) {
            throw new CheckpointFormatException(
                    weights.file(name),
                    name,
                    "has shape %s, the configuration needs %s"
                            .formatted(Shapes.describe(tensor.shape()), Shapes.describe(shape)));
        }
        taken.add(name);
    }

    /** Fails if the checkpoint has tensors that were neither taken nor are known to be of no use to the family. */
    public void requireNoOthers(Set<String> ignorable) {
        List<String> others = weights.names().stream()
                .filter(name -> !taken.contains(name) && !ignorable.contains(name))
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            String first = others.get(0);
            throw new CheckpointFormatException(
                    weights.file(first), first, "is superfluous for this configuration" + rest(others));
        }
    }

    private static String rest(List<String> others) {
        if (others.size() == 1) {
            return "";
        }
        List<String> listed = others.stream()
                .skip(1)
                .limit(LONGEST_LIST)
                .map(CheckpointFormatException::quoted)
                .toList();
        String more = others.size() - 1 > LONGEST_LIST ? ", ..." : "";
        return ", others too (%d): %s%s".formatted(others.size() - 1, String.join(", ", listed), more);
    }
}
