package io.cistern.api.text;

import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.EventStream;
import io.cistern.api.connection.PendingAnswers;
import io.cistern.api.connection.RequestTimeout;
import io.cistern.api.problem.ProblemRenderer;
import io.cistern.generation.Listening;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import tools.jackson.databind.json.JsonMapper;

/** Runs the tasks of all text routes and answers when they end, or token by token. */
public final class TextAnswers {

    private final GenerationService service;
    private final ConnectionLoop loop;
    private final PendingAnswers pending;
    private final JsonMapper mapper;
    private final ProblemRenderer problems = new ProblemRenderer();

    public TextAnswers(GenerationService service, ConnectionLoop loop, PendingAnswers pending, JsonMapper mapper) {
        this.service = service;
        this.loop = loop;
        this.pending = pending;
        this.mapper = mapper;
    }

    /** Answers with one body. */
    public DeferredResult<ResponseEntity<Object>> whole(
            ServedModel model,
            GenerationTask task,
            Function<GenerationAnswer, ResponseEntity<Object>> body,
            HttpServletRequest request) {
        GenerationCall call = service.start(model, task.within(RequestTimeout.of(request)), GenerationListener.NONE);
        return pending.when(call.answer(), body, request);
    }

    /** Answers with one body in JSON, under headers that tell what it cost. */
    public DeferredResult<ResponseEntity<Object>> measured(
            ServedModel model,
            GenerationTask task,
            Function<GenerationAnswer, Object> body,
            HttpServletRequest request) {
        long start = System.nanoTime();
        return whole(
                model,
                task,
                answer -> ResponseEntity.ok()
                        .headers(TimingHeaders.of(task.inputs(), answer, Duration.ofNanos(System.nanoTime() - start)))
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(body.apply(answer)),
                request);
    }

    /** Answers with a stream; what is known to be wrong before it begins is thrown. */
    public void stream(
            ServedModel model,
            GenerationTask task,
            EventFormat format,
            TokenEvents events,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        EventStream stream = new EventStream(loop, mapper, format);
        TokenPieces pieces = new TokenPieces(model.tokenizer(), model.config().endOfSequenceTokenIds(), task.config());
        TokenStream tokens = new TokenStream(stream, pieces, events, problems.bodies(request));
        GenerationCall call = service.start(
                model,
                task.within(RequestTimeout.of(request)),
                (input, candidate, token, topTokens) -> loop.execute(() -> tokens.add(token, topTokens)));
        Listening.to(call.answer(), tokens::settle, loop);
        stream.open(request, response, call::cancel);
    }
}
