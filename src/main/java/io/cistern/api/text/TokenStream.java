package io.cistern.api.text;

import io.cistern.api.connection.EventStream;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.GenerationAnswer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends the tokens of one output as events; used on the connection loop only. */
final class TokenStream {

    private final EventStream stream;
    private final TokenPieces pieces;
    private final TokenEvents events;
    private final Function<Throwable, Object> errors;

    TokenStream(EventStream stream, TokenPieces pieces, TokenEvents events, Function<Throwable, Object> errors) {
        this.stream = stream;
        this.pieces = pieces;
        this.events = events;
        this.errors = errors;
    }

    void add(TokenDetail token, List<TokenDetail> topTokens) {
        pieces.add(token, topTokens).forEach(shown -> stream.send(events.token(shown)));
    }

    /** Ends the stream: with the last token, or with the reason why there is none. */
    void settle(@Nullable GenerationAnswer answer, @Nullable Throwable failure) {
        try {
            if (answer != null) {
                finish(answer);
            } else if (failure != null) {
                stream.sendFailure(failure, errors);
            }
        } finally {
            stream.end();
        }
    }

    private void finish(GenerationAnswer answer) {
        String text = answer.results().get(0).sequences().get(0).text();
        List<StreamedToken> rest = pieces.finish(text);
        int last = rest.size() - 1;
        rest.subList(0, last).forEach(token -> stream.send(events.token(token)));
        events.last(rest.get(last), answer).forEach(stream::send);
    }
}
