package io.cistern.api.audio;

import io.cistern.api.problem.OpenAiError;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.MediaType;

/** Documents the problems that an upload below {@code /v1} may be answered with. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "400",
        description = "No form, no recording in it, a field that breaks a rule, or a model that does not hear speech.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = OpenAiError.class)))
@ApiResponse(
        responseCode = "413",
        description = "The recording is too large or too long, or the form has too many parts.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = OpenAiError.class)))
@ApiResponse(
        responseCode = "415",
        description = "The recording is in a format that is known and not read here.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = OpenAiError.class)))
@interface AudioProblems {}
