package io.cistern.api.audio;

import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.EventStream;
import io.cistern.api.connection.PendingAnswers;
import io.cistern.api.connection.RequestTimeout;
import io.cistern.api.problem.ProblemRenderer;
import io.cistern.generation.Listening;
import io.cistern.serving.ServedModel;
import io.cistern.serving.TranscriptionCall;
import io.cistern.serving.TranscriptionService;
import io.cistern.serving.TranscriptionTask;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import io.cistern.transcription.TranscriptionOptions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import tools.jackson.databind.json.JsonMapper;

/** Transcribes uploads and answers when they are done, or piece by piece; uploads are closed at the end. */
final class TranscriptAnswers {

    private final TranscriptionService service;
    private final ConnectionLoop loop;
    private final PendingAnswers pending;
    private final JsonMapper mapper;
    private final ProblemRenderer problems = new ProblemRenderer();

    TranscriptAnswers(TranscriptionService service, ConnectionLoop loop, PendingAnswers pending, JsonMapper mapper) {
        this.service = service;
        this.loop = loop;
        this.pending = pending;
        this.mapper = mapper;
    }

    /** Answers with one body. */
    DeferredResult<ResponseEntity<Object>> whole(
            ServedModel model,
            Upload upload,
            TranscriptionOptions options,
            Function<Transcript, ResponseEntity<Object>> body,
            HttpServletRequest request) {
        TranscriptionCall call = start(model, upload, options, TranscriptListener.NONE, request);
        return pending.when(call.answer(), body, request);
    }

    /** Answers with a stream; what is known to be wrong before it begins is thrown. */
    void stream(
            ServedModel model,
            Upload upload,
            TranscriptionOptions options,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        EventStream stream = new EventStream(loop, mapper, EventFormat.TERMINATED);
        TranscriptionCall call = start(model, upload, options, listener(stream), request);
        Function<Throwable, Object> errors = problems.bodies(request);
        Listening.to(call.answer(), (transcript, failure) -> settle(stream, transcript, failure, errors), loop);
        stream.open(request, response, call::cancel);
    }

    private TranscriptionCall start(
            ServedModel model,
            Upload upload,
            TranscriptionOptions options,
            TranscriptListener listener,
            HttpServletRequest request) {
        try {
            TranscriptionTask task = new TranscriptionTask(upload, options, RequestTimeout.of(request));
            TranscriptionCall call = service.start(model, task, listener);
            Listening.to(call.answer(), (transcript, failure) -> upload.close());
            return call;
        } catch (RuntimeException | Error ex) {
            upload.close();
            throw ex;
        }
    }

    private TranscriptListener listener(EventStream stream) {
        return new TranscriptListener() {
            @Override
            public void onText(String delta) {
                loop.execute(() -> stream.send(TranscriptEvents.Delta.of(delta)));
            }
        };
    }

    private static void settle(
            EventStream stream,
            @Nullable Transcript transcript,
            @Nullable Throwable failure,
            Function<Throwable, Object> errors) {
        try {
            if (transcript != null) {
                stream.send(TranscriptEvents.Done.of(transcript));
            } else if (failure != null) {
                stream.sendFailure(failure, errors);
            }
        } finally {
            stream.end();
        }
    }
}
