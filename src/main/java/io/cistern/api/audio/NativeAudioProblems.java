package io.cistern.api.audio;

import io.cistern.api.problem.ProblemDocument;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.MediaType;

/** Documents the problems that a recording on a native route may be answered with. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "400",
        description = "The body is no recording, or not JSON.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "413",
        description = "The recording is too large or too long, or the form has too many parts.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "415",
        description = "The recording is in a format that is known and not read here.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "422",
        description = "A field breaks a rule, or the model does not hear speech.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@interface NativeAudioProblems {}
