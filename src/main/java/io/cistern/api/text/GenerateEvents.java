package io.cistern.api.text;

import io.cistern.api.text.StreamResponse.StreamDetails;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.ServedModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text Generation Inference's events. */
final class GenerateEvents implements TokenEvents {

    private final ServedModel model;
    private final GenerateRequest request;

    GenerateEvents(ServedModel model, GenerateRequest request) {
        this.model = model;
        this.request = request;
    }

    @Override
    public Object token(StreamedToken token) {
        return event(token, null, null);
    }

    @Override
    public List<Object> last(StreamedToken token, GenerationAnswer answer) {
        String text = answer.results().get(0).sequences().get(0).text();
        return List.of(event(token, request.textBefore(0) + text, StreamDetails.of(answer)));
    }

    private StreamResponse event(StreamedToken token, @Nullable String text, @Nullable StreamDetails details) {
        Token shown =
                new Token(token.detail().id(), token.text(), token.detail().logProbability(), token.special());
        List<Token> alternatives = token.topTokens().stream()
                .map(alternative -> Token.of(model.tokenizer(), alternative))
                .toList();
        return new StreamResponse(token.index(), shown, alternatives, text, details);
    }
}
