package io.cistern.api;

import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A call whose tokens and end a test decides. */
final class OpenCall implements GenerationCall {

    private final CompletableFuture<GenerationAnswer> answer = new CompletableFuture<>();
    private final GenerationListener listener;
    private final List<TokenDetail> tokens = new ArrayList<>();

    OpenCall(GenerationListener listener) {
        this.listener = listener;
    }

    @Override
    public CompletableFuture<GenerationAnswer> answer() {
        return answer;
    }

    /** Chooses the tokens of a text, one per character. */
    OpenCall say(String text) {
        text.chars().forEach(character -> token(character + 3));
        return this;
    }

    /** Ends the text with the end-of-sequence token. */
    void end(String text) {
        end(text, 0);
    }

    /** Ends the text of an input of which tokens were cut. */
    void end(String text, int truncated) {
        token(1);
        GeneratedSequence sequence =
                new GeneratedSequence(List.copyOf(tokens), List.of(), text, FinishReason.EOS_TOKEN, -1);
        answer.complete(new GenerationAnswer(
                List.of(new GenerationResult(List.of(sequence), 5, 1, null)),
                List.of(new int[5]),
                List.of(truncated),
                null,
                Duration.ofMillis(3),
                Duration.ofMillis(40)));
    }

    void fail(RuntimeException failure) {
        answer.completeExceptionally(failure);
    }

    boolean isCancelled() {
        return answer.isCancelled();
    }

    private void token(int id) {
        TokenDetail token = new TokenDetail(id, -0.5f);
        tokens.add(token);
        listener.onToken(0, 0, token, List.of());
    }
}
