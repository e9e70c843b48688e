package io.cistern.api.text;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TokenDetail;
import io.cistern.generation.stopping.StopStrings;
import io.cistern.tokenization.IncrementalText;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a growing text into one piece per token. No piece ends within a character, and none holds text that the final
 * text will not have: a token waits while what it spells may be the beginning of a stop string, and the last token waits
 * for {@link #finish}.
 */
final class TokenPieces {

    private final TextTokenizer tokenizer;
    private final IncrementalText incremental;
    private final StopStrings stops;
    private final Set<Integer> endOfSequenceIds;
    private final int maxNewTokens;
    private final StringBuilder text = new StringBuilder();
    private final List<StreamedToken> held = new ArrayList<>();
    private @Nullable StreamedToken latest;
    private int count;

    TokenPieces(TextTokenizer tokenizer, Set<Integer> endOfSequenceIds, GenerationConfig config) {
        this.tokenizer = tokenizer;
        this.incremental = new IncrementalText(tokenizer);
        this.stops = StopStrings.of(config.stopSequences());
        this.endOfSequenceIds = endOfSequenceIds;
        this.maxNewTokens = config.maxNewTokens();
    }

    /** Takes a token, and returns those that can be shown. */
    List<StreamedToken> add(TokenDetail token, List<TokenDetail> topTokens) {
        String piece = incremental.append(token.id());
        latest = new StreamedToken(++count, token, topTokens, tokenizer.isSpecial(token.id()), piece, text.length());
        held.add(latest);
        text.append(piece);
        return waits(token.id()) ? List.of() : release();
    }

    private boolean waits(int id) {
        String soFar = text.toString();
        return endOfSequenceIds.contains(id)
                || count >= maxNewTokens
                || stops.endOf(soFar).isPresent()
                || stops.heldBack(soFar) > 0;
    }

    /** Returns the tokens that waited, cut so that the text is the final one; at least the last token. */
    List<StreamedToken> finish(String finalText) {
        if (held.isEmpty() && latest != null) {
            held.add(latest.withText("", text.length()));
        }
        int tail = lastOfText();
        for (int i = 0; i < held.size(); i++) {
            StreamedToken token = held.get(i);
            int start = Math.min(token.offset(), finalText.length());
            int stop = i == tail
                    ? finalText.length()
                    : Math.min(start + token.text().length(), finalText.length());
            held.set(i, token.withText(i > tail ? "" : finalText.substring(start, stop), start));
        }
        return release();
    }

    /** Returns the index of the last token that is text, which gets what is left, or of the last if there is none. */
    private int lastOfText() {
        int last = held.size() - 1;
        for (int i = last; i >= 0; i--) {
            if (!held.get(i).special()) {
                return i;
            }
        }
        return last;
    }

    private List<StreamedToken> release() {
        List<StreamedToken> released = List.copyOf(held);
        held.clear();
        return released;
    }
}
