package io.cistern.generation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sequence that beam search follows; its details are a path of tokens that it shares with the beams it came from.
 *
 * @param row index of the row whose cache holds the tokens but the last
 * @param score sum of the log-probabilities that the logits processors left
 * @param history the tokens, decoder prompt included
 * @param path the last token and those before it; null before the first
 */
record Beam(
        int row,
        float score,
        TokenHistory history,
        @Nullable Path path) {

    /** One token of a path. */
    record Path(@Nullable Path parent, TokenDetail token, List<TokenDetail> topTokens) {}

    /** Returns the beam that goes on with a token, as yet in the row of this one. */
    Beam child(float childScore, TokenDetail token, List<TokenDetail> topTokens) {
        TokenHistory longer = history.copy();
        longer.append(token.id());
        return new Beam(row, childScore, longer, new Path(path, token, topTokens));
    }

    Beam inRow(int index) {
        return new Beam(index, score, history, path);
    }

    List<TokenDetail> tokens() {
        return along(Path::token);
    }

    List<List<TokenDetail>> topTokens() {
        return path == null || path.topTokens.isEmpty() ? List.of() : along(Path::topTokens);
    }

    private <T> List<T> along(Function<Path, T> property) {
        List<T> values = new ArrayList<>();
        for (Path step = path; step != null; step = step.parent) {
            values.add(property.apply(step));
        }
        Collections.reverse(values);
        return values;
    }
}
