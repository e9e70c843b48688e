package io.cistern.api.audio;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.MediaType;

/** Documents the form of a recording and the shapes of its transcript. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestBody(
        required = true,
        content =
                @Content(
                        mediaType = MediaType.MULTIPART_FORM_DATA_VALUE,
                        schema = @Schema(implementation = TranscriptionForm.class)))
@ApiResponse(
        responseCode = "200",
        description = "The transcript, in the shape that response_format and stream ask for.",
        content = {
            @Content(
                    mediaType = MediaType.APPLICATION_JSON_VALUE,
                    schema = @Schema(oneOf = {TranscriptionResponse.class, VerboseTranscription.class})),
            @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(implementation = String.class)),
            @Content(
                    mediaType = "application/x-subrip",
                    schema = @Schema(implementation = String.class),
                    examples = @ExampleObject("""
                            1
                            00:00:00,000 --> 00:00:07,000
                            And Mr. John Dashwood had then leisure to consider …
                            """)),
            @Content(
                    mediaType = "text/vtt",
                    schema = @Schema(implementation = String.class),
                    examples = @ExampleObject("""
                            WEBVTT

                            00:00:00.000 --> 00:00:07.000
                            And Mr. John Dashwood had then leisure to consider …
                            """)),
            @Content(
                    mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                    schema = @Schema(oneOf = {TranscriptEvents.Delta.class, TranscriptEvents.Done.class}))
        })
@interface TranscriptionRoute {}
