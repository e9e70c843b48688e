package io.cistern.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The order in which an encoder program reads its inputs: by length, so that equally long ones attend in one call. */
public final class EncoderPlan {

    private final List<EncoderInput> ordered;

    public EncoderPlan(List<EncoderInput> inputs) {
        this.ordered = inputs.stream()
                .sorted(Comparator.comparingInt((EncoderInput input) -> input.tokenIds().length)
                        .thenComparingInt(EncoderInput::crossRow))
                .toList();
    }

    /** Returns all tokens, input after input. */
    public long[] tokenIds() {
        return ordered.stream()
                .flatMapToInt(input -> IntStream.of(input.tokenIds()))
                .asLongStream()
                .toArray();
    }

    /** Returns (inputs, length) of neighbours that are equally long. */
    public long[] groups() {
        List<long[]> groups = new ArrayList<>();
        for (EncoderInput input : ordered) {
            int length = input.tokenIds().length;
            if (groups.isEmpty() || groups.get(groups.size() - 1)[1] != length) {
                groups.add(new long[] {0, length});
            }
            groups.get(groups.size() - 1)[0]++;
        }
        return groups.stream().flatMapToLong(Arrays::stream).toArray();
    }

    /** Returns the cross-attention row of each input. */
    public long[] crossRows() {
        return ordered.stream().mapToLong(EncoderInput::crossRow).toArray();
    }

    /** Returns one more than the highest cross-attention row. */
    public int rows() {
        return ordered.stream().mapToInt(EncoderInput::crossRow).max().orElseThrow() + 1;
    }

    /** Returns the tokens of the longest input. */
    public int longest() {
        return ordered.get(ordered.size() - 1).tokenIds().length;
    }
}
