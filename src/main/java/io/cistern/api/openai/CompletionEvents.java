package io.cistern.api.openai;

import io.cistern.api.openai.CompletionResponse.Choice;
import io.cistern.api.openai.CompletionResponse.Logprobs;
import io.cistern.api.text.StreamedToken;
import io.cistern.api.text.TokenEvents;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.ServedModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenAI's events: each is an answer with one more piece of the text. */
final class CompletionEvents implements TokenEvents {

    private final ServedModel model;
    private final CompletionRequest request;
    private final CompletionResponse first;

    CompletionEvents(ServedModel model, CompletionRequest request) {
        this.model = model;
        this.request = request;
        this.first = CompletionResponse.of(model, List.of(), null);
    }

    @Override
    public Object token(StreamedToken token) {
        return event(token, null);
    }

    @Override
    public List<Object> last(StreamedToken token, GenerationAnswer answer) {
        String reason =
                Completions.reason(answer.results().get(0).sequences().get(0).finishReason());
        CompletionResponse last = event(token, reason);
        return request.streamsUsage()
                ? List.of(last, first.with(List.of(), new Completions(model.tokenizer(), request, answer).usage()))
                : List.of(last);
    }

    private CompletionResponse event(StreamedToken token, @Nullable String reason) {
        String echo = request.echoes() && token.index() == 1
                ? request.prompt().texts().get(0)
                : "";
        return first.with(List.of(new Choice(echo + token.text(), 0, logprobs(token), reason)), null);
    }

    private @Nullable Logprobs logprobs(StreamedToken token) {
        return request.logprobs() == null
                ? null
                : Logprobs.of(
                        model.tokenizer(),
                        List.of(token.detail()),
                        token.topTokens().isEmpty() ? List.of() : List.of(token.topTokens()),
                        List.of(token.offset()));
    }
}
