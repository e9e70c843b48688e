package io.cistern.api.problem;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.InvalidParameterException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.InvalidDeadlineException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.ModelUnavailableException.Reason;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.UnknownModelException;
import io.cistern.transcription.InvalidTranscriptionException;
import java.io.CharConversionException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;

/** Explains exceptions as problems, one small method per kind. */
final class Problems {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    /** What a body is told of whose end or parts cannot be found. */
    static final String UNREADABLE =
            "the body cannot be read: it ends early, or its chunks are not what HTTP/1.1 allows";

    private static final Pattern UNKNOWN_CHARSET = Pattern.compile("unsupported charset '(.*)'$");

    private static final Map<Class<?>, Function<Throwable, Problem>> EXPLANATIONS = new HashMap<>();

    static {
        on(InvalidRequestException.class, failure -> Problem.of(ProblemType.VALIDATION, failure));
        on(MethodArgumentNotValidException.class, Problems::invalid);
        on(HttpMessageNotReadableException.class, Problems::unreadable);
        on(MultipartException.class, Problems::unreadableParts);
        on(MaxUploadSizeExceededException.class, Problems::unreadableParts);
        on(FileUploadException.class, Problems::unreadableParts);
        on(BadRequestException.class, failure -> new Problem(ProblemType.MALFORMED_REQUEST, UNREADABLE));
        on(HttpMediaTypeNotSupportedException.class, Problems::unsupportedType);
        on(NoResourceFoundException.class, Problems::noRoute);
        on(PayloadTooLargeException.class, Problems::tooLarge);
        on(SocketTimeoutException.class, Problems::tooSlow);
        on(TooManyUploadsException.class, Problems::tooManyUploads);
        on(UnauthorizedException.class, Problems::unauthorized);
        on(CacheCapacityExceededException.class, Problems::overCapacity);
        on(InvalidGenerationConfigException.class, failure -> outOfBounds("", failure));
        on(InvalidTranscriptionException.class, failure -> outOfBounds("", failure));
        on(InvalidDeadlineException.class, Problems::invalidDeadline);
        on(UndecodableAudioException.class, recording(ProblemType.AUDIO_UNDECODABLE));
        on(UnsupportedAudioException.class, recording(ProblemType.AUDIO_UNSUPPORTED));
        on(AudioTooLongException.class, Problems::tooLong);
        on(NoPossibleTokenException.class, plain(ProblemType.VALIDATION));
        on(UnknownModelException.class, Problems::unknownModel);
        on(
                TaskMismatchException.class,
                failure -> plain(ProblemType.TASK_MISMATCH).apply(failure).withParam("model"));
        on(
                QueueFullException.class,
                failure -> plain(ProblemType.OVERLOADED).apply(failure).retryAfterSeconds((int)
                        failure.retryAfter().toSeconds()));
        on(ModelUnavailableException.class, Problems::unavailable);
        on(DeadlineExceededException.class, Problems::late);
        on(GenerationFailedException.class, Problems::failedGeneration);
    }

    /** Why a body is not read to its end. Where its format breaks at the cut, or reading fails, this is the reason. */
    private static final Set<Class<? extends IOException>> CUTS = Set.of(
            PayloadTooLargeException.class,
            SocketTimeoutException.class,
            TooManyUploadsException.class,
            BadRequestException.class);

    private Problems() {}

    /** @param place what stands before the name of a parameter in the request, such as {@code parameters.} */
    static Problem of(Throwable failure, String place) {
        return failure instanceof InvalidParameterException invalid ? outOfBounds(place, invalid) : of(failure);
    }

    static Problem of(Throwable failure) {
        return cutOff(failure).orElseGet(() -> explained(failure));
    }

    /** Returns the problem of a body that was not read to its end, if that is what failed. */
    static Optional<Problem> cutOff(Throwable failure) {
        return causes(failure)
                .filter(cause -> CUTS.contains(cause.getClass()))
                .map(Problems::explained)
                .findFirst();
    }

    /** Returns whether the client left while it sent its body. */
    static boolean isBrokenOff(Throwable failure) {
        return cutOff(failure).isEmpty() && causes(failure).anyMatch(ClientAbortException.class::isInstance);
    }

    private static Problem explained(Throwable failure) {
        Function<Throwable, Problem> explanation = EXPLANATIONS.get(failure.getClass());
        if (explanation != null) {
            return explanation.apply(failure);
        }
        return failure instanceof ErrorResponse response ? refused(response) : unexpected(failure);
    }

    private static <E extends Throwable> void on(Class<E> type, Function<? super E, Problem> explanation) {
        EXPLANATIONS.put(type, failure -> explanation.apply(type.cast(failure)));
    }

    private static Function<Throwable, Problem> plain(ProblemType type) {
        return failure -> new Problem(type, failure.getMessage());
    }

    private static Function<Throwable, Problem> recording(ProblemType type) {
        return failure -> plain(type).apply(failure).withParam("file");
    }

    private static Problem invalid(MethodArgumentNotValidException failure) {
        List<Violation> violations = failure.getFieldErrors().stream()
                .sorted(Comparator.comparing(FieldError::getField))
                .map(Problems::violation)
                .toList();
        return Problem.of(ProblemType.VALIDATION, violations);
    }

    private static Violation violation(FieldError error) {
        String field = error.getField().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        return new Violation(field, error.getRejectedValue(), String.valueOf(error.getDefaultMessage()));
    }

    private static Problem unreadable(HttpMessageNotReadableException failure) {
        return causes(failure).anyMatch(Problems::isUnkept) ? unexpected(failure) : unreadableJson(failure);
    }

    /** What of the network fails is a cut; what is left is that a recording could not be written to the disk. */
    private static boolean isUnkept(Throwable cause) {
        return cause instanceof IOException && !(cause instanceof CharConversionException);
    }

    private static Problem unreadableJson(HttpMessageNotReadableException failure) {
        return causes(failure)
                .filter(JacksonException.class::isInstance)
                .map(cause -> JsonProblems.explain((JacksonException) cause))
                .findFirst()
                .orElseGet(() -> new Problem(ProblemType.MALFORMED_REQUEST, "a JSON body is required"));
    }

    private static Problem unreadableParts(Exception failure) {
        return MultipartProblems.explain(causes(failure))
                .orElseGet(() -> new Problem(
                        ProblemType.MALFORMED_REQUEST,
                        "the multipart body cannot be read: it ends early, or its type names no boundary"));
    }

    private static Problem unsupportedType(HttpMediaTypeNotSupportedException failure) {
        MediaType given = failure.getContentType();
        String detail = given == null
                ? unreadableType(String.valueOf(failure.getMessage()))
                : "Content-Type '%s' is not supported".formatted(given);
        String taken = failure.getSupportedMediaTypes().stream()
                .map(MediaType::toString)
                .collect(Collectors.joining(", "));
        return new Problem(ProblemType.UNSUPPORTED_MEDIA_TYPE, taken.isEmpty() ? detail : detail + "; send " + taken)
                .withHeaders(failure.getHeaders());
    }

    /** Spring tells an unknown charset from other types that are none in its message only. */
    private static String unreadableType(String message) {
        Matcher charset = UNKNOWN_CHARSET.matcher(message);
        return charset.find()
                ? "the charset '%s' of the Content-Type is not supported".formatted(charset.group(1))
                : "the Content-Type is missing, or is none";
    }

    private static Problem noRoute(NoResourceFoundException failure) {
        return new Problem(
                ProblemType.NOT_FOUND, "no route %s /%s".formatted(failure.getHttpMethod(), failure.getResourcePath()));
    }

    private static Problem tooLarge(PayloadTooLargeException failure) {
        return new Problem(ProblemType.PAYLOAD_TOO_LARGE, failure.getMessage())
                .withFacts(Map.of("limit", failure.limit(), "setting", failure.setting()));
    }

    private static Problem tooLong(AudioTooLongException failure) {
        boolean upload = failure.bound() == AudioTooLongException.Bound.UPLOAD_BYTES;
        return new Problem(upload ? ProblemType.PAYLOAD_TOO_LARGE : ProblemType.AUDIO_TOO_LONG, failure.getMessage())
                .withParam("file")
                .withFacts(Map.of(
                        "limit", failure.limit(),
                        "given", failure.given(),
                        "setting", failure.bound().setting()));
    }

    private static Problem tooSlow(IOException failure) {
        HttpHeaders close = new HttpHeaders();
        close.set(HttpHeaders.CONNECTION, "close");
        return new Problem(ProblemType.REQUEST_TIMEOUT, "the body came too slowly: " + failure.getMessage())
                .withHeaders(close);
    }

    private static Problem tooManyUploads(TooManyUploadsException failure) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.CONNECTION, "close");
        headers.set(HttpHeaders.RETRY_AFTER, "5");
        return new Problem(ProblemType.OVERLOADED, failure.getMessage())
                .withFacts(Map.of("limit", failure.limit(), "setting", TooManyUploadsException.SETTING))
                .withHeaders(headers);
    }

    private static Problem unauthorized(UnauthorizedException failure) {
        HttpHeaders challenge = new HttpHeaders();
        challenge.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        return new Problem(ProblemType.UNAUTHORIZED, failure.getMessage()).withHeaders(challenge);
    }

    private static Problem overCapacity(CacheCapacityExceededException failure) {
        boolean input = failure.bound() == CacheCapacityExceededException.Bound.ENCODER_LENGTH;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("limit", failure.available());
        facts.put("given", failure.requested());
        facts.put("setting", failure.setting());
        if (failure.input() != null) {
            facts.put("input", failure.input());
        }
        return new Problem(input ? ProblemType.INPUT_TOO_LONG : ProblemType.VALIDATION, failure.getMessage())
                .withFacts(facts);
    }

    private static Problem invalidDeadline(InvalidDeadlineException failure) {
        String header = DeadlineExceededException.Bound.REQUEST.setting();
        return Problem.of(ProblemType.VALIDATION, List.of(new Violation(header, failure.requested(), failure.bound())));
    }

    private static Problem outOfBounds(String place, InvalidParameterException failure) {
        String field = place + failure.parameter();
        return Problem.of(
                ProblemType.VALIDATION, List.of(new Violation(field, failure.value(), "must be " + failure.bound())));
    }

    private static Problem unknownModel(UnknownModelException failure) {
        return new Problem(ProblemType.MODEL_NOT_FOUND, failure.getMessage())
                .withParam("model")
                .withFacts(Map.of("models", failure.known()));
    }

    /** While the service stops, connections are closed with their answers: at its end it closes them without any. */
    private static Problem unavailable(ModelUnavailableException failure) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, Long.toString(failure.retryAfter().toSeconds()));
        if (failure.reason() == Reason.SHUTTING_DOWN) {
            headers.set(HttpHeaders.CONNECTION, "close");
        }
        boolean starting = failure.reason() == Reason.NOT_READY;
        return new Problem(starting ? ProblemType.NOT_READY : ProblemType.SHUTTING_DOWN, failure.getMessage())
                .withHeaders(headers);
    }

    private static Problem late(DeadlineExceededException failure) {
        return new Problem(ProblemType.TIMEOUT, failure.getMessage())
                .withFacts(Map.of(
                        "limit", failure.limit().toString(),
                        "setting", failure.bound().setting()));
    }

    private static Problem failedGeneration(GenerationFailedException failure) {
        log.error("generation failed", failure);
        return new Problem(ProblemType.GENERATION, "the computation failed; the log of the service says why");
    }

    private static Problem refused(ErrorResponse response) {
        String detail = response.getBody().getDetail();
        ProblemType type = ProblemType.of(response.getStatusCode().value());
        return new Problem(type, detail == null ? type.title() : detail).withHeaders(response.getHeaders());
    }

    private static Problem unexpected(Throwable failure) {
        log.error("unexpected failure", failure);
        return new Problem(ProblemType.INTERNAL, "an unexpected error; the log of the service says what");
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }
}
