package io.cistern.api.text;

import io.cistern.api.problem.ProblemDocument;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.MediaType;

/** Documents the problems that a native route may answer with. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "400",
        description = "Not JSON, or not one object.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "401",
        description = "The service has keys, and the request has none of them.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "404",
        description = "The model is not loaded.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "413",
        description = "The body is too large.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "422",
        description = "A field breaks a rule or a bound; errors lists them.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "429",
        description = "Too many requests wait.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "500",
        description = "The computation failed.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "503",
        description = "Not ready, or shutting down.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@ApiResponse(
        responseCode = "504",
        description = "No answer in time.",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDocument.class)))
@interface ApiTextProblems {}
