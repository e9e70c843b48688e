package io.cistern.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which a decoder program reads its inputs: sorted by row, with neighbours that are alike joined to one
 * view of the cache, so that nothing has to be padded or masked.
 */
public final class DecoderPlan {

    private final List<DecoderInput> ordered;
    private final int[] places;

    public DecoderPlan(List<DecoderInput> inputs) {
        List<Integer> order = IntStream.range(0, inputs.size())
                .boxed()
                .sorted(Comparator.comparingInt(
                                (Integer index) -> inputs.get(index).crossRow())
                        .thenComparingInt(index -> inputs.get(index).row()))
                .toList();
        this.ordered = order.stream().map(inputs::get).toList();
        this.places = new int[inputs.size()];
        for (int place = 0; place < places.length; place++) {
            places[order.get(place)] = place;
        }
    }

    /** Returns for each input its place in the plan. */
    public int[] places() {
        return places;
    }

    /** Returns all tokens, input after input. */
    public long[] tokenIds() {
        return ordered.stream()
                .flatMapToInt(input -> IntStream.of(input.tokenIds()))
                .asLongStream()
                .toArray();
    }

    /** Returns (first row, rows, position, tokens) of neighbouring rows at the same position. */
    public long[] selfGroups() {
        Groups groups = new Groups();
        for (DecoderInput input : ordered) {
            groups.add(input.row(), input.position(), input.tokenIds().length);
        }
        return groups.toArray();
    }

    /** Returns (first cross row, cross rows, queries of each, encoder length) of neighbouring rows with equal numbers. */
    public long[] crossGroups() {
        Groups groups = new Groups();
        for (int start = 0; start < ordered.size(); ) {
            DecoderInput first = ordered.get(start);
            int end = start;
            int queries = 0;
            while (end < ordered.size() && ordered.get(end).crossRow() == first.crossRow()) {
                queries += ordered.get(end).tokenIds().length;
                end++;
            }
            groups.add(first.crossRow(), queries, first.encoderLength());
            start = end;
        }
        return groups.toArray();
    }

    /** Returns the index of each input's last token among all tokens, or nothing where every input has one token. */
    public long[] lastTokens() {
        if (ordered.stream().allMatch(input -> input.tokenIds().length == 1)) {
            return new long[0];
        }
        long[] last = new long[ordered.size()];
        long end = 0;
        for (int i = 0; i < last.length; i++) {
            end += ordered.get(i).tokenIds().length;
            last[i] = end - 1;
        }
        return last;
    }

    public int rows() {
        return ordered.stream().mapToInt(DecoderInput::row).max().orElseThrow() + 1;
    }

    /** Returns the longest row after the call. */
    public int length() {
        return ordered.stream()
                .mapToInt(input -> input.position() + input.tokenIds().length)
                .max()
                .orElseThrow();
    }

    /** Runs of rows that follow one another and share two numbers. */
    private static final class Groups {

        private final ArrayList<long[]> groups = new ArrayList<>();

        void add(int row, int first, int second) {
            long[] previous = groups.isEmpty() ? null : groups.get(groups.size() - 1);
            if (previous != null && row == previous[0] + previous[1] && first == previous[2] && second == previous[3]) {
                previous[1]++;
            } else {
                groups.add(new long[] {row, 1, first, second});
            }
        }

        long[] toArray() {
            return groups.stream().flatMapToLong(Arrays::stream).toArray();
        }
    }
}
