package io.cistern.api.problem;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.UnknownModelException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.multipart.MultipartException;
import tools.jackson.core.JacksonException;

/** Turns exceptions into problems, one small method per kind; before Spring's own advice, which knows fewer fields. */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice
class ProblemAdvice {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final ProblemRenderer renderer = new ProblemRenderer();

    @ExceptionHandler
    ResponseEntity<Object> invalid(InvalidRequestException failure, HttpServletRequest request) {
        return renderer.render(Problem.of(ProblemType.VALIDATION, failure), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> invalid(MethodArgumentNotValidException failure, HttpServletRequest request) {
        List<Violation> violations = failure.getFieldErrors().stream()
                .sorted(Comparator.comparing(FieldError::getField))
                .map(ProblemAdvice::violation)
                .toList();
        return renderer.render(Problem.of(ProblemType.VALIDATION, violations), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unreadable(HttpMessageNotReadableException failure, HttpServletRequest request) {
        return renderer.render(explain(failure), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> tooLarge(PayloadTooLargeException failure, HttpServletRequest request) {
        return renderer.render(tooLarge(failure), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unreadableParts(MultipartException failure, HttpServletRequest request) {
        return renderer.render(
                new Problem(
                        ProblemType.MALFORMED_REQUEST,
                        "the multipart body cannot be read; does its type name a boundary?"),
                request);
    }

    /** The client is gone: there is nobody to answer, and nothing failed here. */
    @ExceptionHandler
    void gone(AsyncRequestNotUsableException failure) {
        log.debug("the client left before it was answered", failure);
    }

    @ExceptionHandler
    ResponseEntity<Object> overCapacity(CacheCapacityExceededException failure, HttpServletRequest request) {
        boolean input = failure.bound() == CacheCapacityExceededException.Bound.ENCODER_LENGTH;
        ProblemType type = input ? ProblemType.INPUT_TOO_LONG : ProblemType.VALIDATION;
        Problem problem = new Problem(type, failure.getMessage())
                .withFacts(Map.of(
                        "limit", failure.available(),
                        "given", failure.requested(),
                        "setting", "cistern.capacity." + failure.bound().setting()));
        return renderer.render(problem, request);
    }

    @ExceptionHandler
    ResponseEntity<Object> outOfBounds(InvalidGenerationConfigException failure, HttpServletRequest request) {
        Violation violation =
                new Violation("parameters." + failure.parameter(), failure.value(), "must be " + failure.bound());
        return renderer.render(Problem.of(ProblemType.VALIDATION, List.of(violation)), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> nothingPossible(NoPossibleTokenException failure, HttpServletRequest request) {
        return renderer.render(new Problem(ProblemType.VALIDATION, failure.getMessage()), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unknownModel(UnknownModelException failure, HttpServletRequest request) {
        Problem problem = new Problem(ProblemType.MODEL_NOT_FOUND, failure.getMessage())
                .withParam("model")
                .withFacts(Map.of("models", failure.known()));
        return renderer.render(problem, request);
    }

    @ExceptionHandler
    ResponseEntity<Object> wrongTask(TaskMismatchException failure, HttpServletRequest request) {
        return renderer.render(
                new Problem(ProblemType.TASK_MISMATCH, failure.getMessage()).withParam("model"), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> noStreams(StreamingUnavailableException failure, HttpServletRequest request) {
        return renderer.render(new Problem(ProblemType.STREAMING_UNAVAILABLE, failure.getMessage()), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> queueFull(QueueFullException failure, HttpServletRequest request) {
        Problem problem = new Problem(ProblemType.OVERLOADED, failure.getMessage());
        return renderer.render(problem.retryAfterSeconds(1), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unavailable(ModelUnavailableException failure, HttpServletRequest request) {
        Problem problem = new Problem(ProblemType.NOT_READY, failure.getMessage());
        return renderer.render(problem.retryAfterSeconds(5), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> generationFailed(GenerationFailedException failure, HttpServletRequest request) {
        log.error("generation failed", failure);
        return renderer.render(
                new Problem(ProblemType.GENERATION, "the computation failed; the log of the service says why"),
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception failure, HttpServletRequest request) {
        if (failure instanceof ErrorResponse response) {
            return renderer.render(explain(response), request);
        }
        log.error("unexpected failure of {} {}", request.getMethod(), request.getRequestURI(), failure);
        return renderer.render(
                new Problem(ProblemType.INTERNAL, "an unexpected error; the log of the service says what"), request);
    }

    private static Problem explain(HttpMessageNotReadableException failure) {
        return causes(failure)
                .map(ProblemAdvice::explain)
                .flatMap(List::stream)
                .findFirst()
                .orElseGet(() -> new Problem(ProblemType.MALFORMED_REQUEST, "a JSON body is required"));
    }

    /** Returns nothing for a cause that explains nothing; a body that was cut off by its size also breaks the JSON. */
    private static List<Problem> explain(Throwable cause) {
        if (cause instanceof PayloadTooLargeException large) {
            return List.of(tooLarge(large));
        }
        boolean explains = cause instanceof JacksonException && !(cause.getCause() instanceof PayloadTooLargeException);
        return explains ? List.of(JsonProblems.explain((JacksonException) cause)) : List.of();
    }

    private static Problem explain(ErrorResponse response) {
        String detail = response.getBody().getDetail();
        ProblemType type = ProblemType.of(response.getStatusCode().value());
        return new Problem(type, detail == null ? type.title() : detail).withHeaders(response.getHeaders());
    }

    private static Problem tooLarge(PayloadTooLargeException failure) {
        return new Problem(ProblemType.PAYLOAD_TOO_LARGE, failure.getMessage())
                .withFacts(Map.of("limit", failure.limit(), "setting", "cistern.max-request-size"));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }

    private static Violation violation(FieldError error) {
        String field = error.getField().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        return new Violation(field, error.getRejectedValue(), String.valueOf(error.getDefaultMessage()));
    }
}
