package io.cistern.api.problem;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** OpenAI's error body. */
@Schema(name = "OpenAiError")
public record OpenAiError(Content error) {

    /**
     * What went wrong.
     *
     * @param message for people
     * @param type invalid_request_error, rate_limit_error or server_error
     * @param param the field that is to blame
     * @param code a word for programs, where there is one
     */
    @Schema(name = "OpenAiErrorContent")
    public record Content(
            String message,
            String type,
            @Nullable String param,
            @Nullable String code) {}

    static OpenAiError of(Problem problem) {
        ProblemType type = problem.type();
        return new OpenAiError(new Content(problem.detail(), type.openAiType(), problem.param(), type.openAiCode()));
    }
}
