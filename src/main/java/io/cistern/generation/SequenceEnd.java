package io.cistern.generation;

import io.cistern.generation.stopping.StopStrings;
import io.cistern.tokenization.TextTokenizer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows when a sequence has ended and what text it then has. */
final class SequenceEnd {

    private final TextTokenizer tokenizer;
    private final Set<Integer> endOfSequenceIds;
    private final boolean stopsAtStrings;
    private final StopStrings stopStrings;
    private final int promptLength;
    private final int maxNewTokens;

    SequenceEnd(TextTokenizer tokenizer, Set<Integer> endOfSequenceIds, GenerationConfig config, int promptLength) {
        this.tokenizer = tokenizer;
        this.endOfSequenceIds = endOfSequenceIds;
        this.stopsAtStrings = !config.stopSequences().isEmpty();
        this.stopStrings = StopStrings.of(config.stopSequences());
        this.promptLength = promptLength;
        this.maxNewTokens = config.maxNewTokens();
    }

    /** Returns why a sequence ends after its last token, or null if it goes on. */
    @Nullable
    FinishReason of(TokenHistory history) {
        if (endOfSequenceIds.contains(history.get(history.length() - 1))) {
            return FinishReason.EOS_TOKEN;
        }
        if (stopsAtStrings
                && stopStrings
                        .endOf(tokenizer.decode(history.from(promptLength)))
                        .isPresent()) {
            return FinishReason.STOP_SEQUENCE;
        }
        return history.length() - promptLength >= maxNewTokens ? FinishReason.LENGTH : null;
    }

    GeneratedSequence sequence(
            List<TokenDetail> tokens, List<List<TokenDetail>> topTokens, FinishReason reason, float score) {
        int[] ids = tokens.stream().mapToInt(TokenDetail::id).toArray();
        return new GeneratedSequence(tokens, topTokens, stopStrings.cut(tokenizer.decode(ids)), reason, score);
    }
}
