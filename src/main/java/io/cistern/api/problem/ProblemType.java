package io.cistern.api.problem;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The kinds of failure that clients can tell apart; {@code docs/problems.md} explains each. */
public enum ProblemType {
    MALFORMED_REQUEST(HttpStatus.BAD_REQUEST, "validation"),
    VALIDATION(HttpStatus.UNPROCESSABLE_CONTENT, "validation"),
    INPUT_TOO_LONG(HttpStatus.UNPROCESSABLE_CONTENT, "validation"),
    TASK_MISMATCH(HttpStatus.UNPROCESSABLE_CONTENT, "validation"),
    MODEL_NOT_FOUND(HttpStatus.NOT_FOUND, "validation"),
    UNAUTHORIZED(HttpStatus.UNAUTHORIZED, "unauthorized"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "not_found"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "method_not_allowed"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "not_acceptable"),
    REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT, "validation"),
    PAYLOAD_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "validation"),
    AUDIO_UNDECODABLE(HttpStatus.BAD_REQUEST, "validation"),
    AUDIO_UNSUPPORTED(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "validation"),
    AUDIO_TOO_LONG(HttpStatus.CONTENT_TOO_LARGE, "validation"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
    OVERLOADED(HttpStatus.TOO_MANY_REQUESTS, "overloaded"),
    GENERATION(HttpStatus.INTERNAL_SERVER_ERROR, "generation"),
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "internal"),
    NOT_READY(HttpStatus.SERVICE_UNAVAILABLE, "healthcheck"),
    SHUTTING_DOWN(HttpStatus.SERVICE_UNAVAILABLE, "healthcheck"),
    TIMEOUT(HttpStatus.GATEWAY_TIMEOUT, "timeout");

    private final HttpStatus status;
    private final String errorType;

    ProblemType(HttpStatus status, String errorType) {
        this.status = status;
        this.errorType = errorType;
    }

    /** Returns the type that stands for a status no more exact type is known for. */
    static ProblemType of(int status) {
        return switch (status) {
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 408 -> REQUEST_TIMEOUT;
            case 413 -> PAYLOAD_TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 503 -> NOT_READY;
            case 504 -> TIMEOUT;
            default -> status >= 500 ? INTERNAL : MALFORMED_REQUEST;
        };
    }

    public HttpStatus status() {
        return status;
    }

    /** Returns the status below {@code /v1}, where OpenAI's clients expect 400 for what cannot be processed. */
    HttpStatus openAiStatus() {
        return status == HttpStatus.UNPROCESSABLE_CONTENT ? HttpStatus.BAD_REQUEST : status;
    }

    /** Returns the word that Text Generation Inference's clients choose their exception by. */
    String errorType() {
        return errorType;
    }

    String openAiType() {
        if (this == OVERLOADED) {
            return "rate_limit_error";
        }
        return status.is5xxServerError() ? "server_error" : "invalid_request_error";
    }

    @Nullable
    String openAiCode() {
        return switch (this) {
            case VALIDATION, MALFORMED_REQUEST -> null;
            case INPUT_TOO_LONG -> "context_length_exceeded";
            case UNAUTHORIZED -> "invalid_api_key";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    String title() {
        String words = slug().replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    URI uri() {
        return URI.create("urn:cistern:problem:" + slug());
    }

    private String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
