package io.cistern.api.audio;

import io.cistern.api.ReadsQuery;
import io.cistern.api.SpeechRecognitionPaths;
import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.InvalidRequestException;
import io.cistern.api.problem.NativeProblems;
import io.cistern.api.problem.ParametersAt;
import io.cistern.serving.ServedModel;
import io.cistern.transcription.TranscriptionOptions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** Transcribes recordings as Hugging Face's clients ask for it: the bytes of the recording are the body. */
@RestController
@Tag(name = "Speech recognition")
@NativeProblems
class SpeechRecognitionController {

    private final SpeechModels models;
    private final TranscriptAnswers answers;

    SpeechRecognitionController(SpeechModels models, TranscriptAnswers answers) {
        this.models = models;
        this.answers = answers;
    }

    @Operation(
            summary = "Transcribe a recording",
            description =
                    "The body is the recording, of any type but JSON; its content tells the format. Or JSON with the recording in base64 and parameters. The path or the query may name the model.",
            parameters =
                    @Parameter(
                            name = "model",
                            in = ParameterIn.QUERY,
                            description = "Name of a loaded speech model, where the path has none.",
                            schema = @Schema(type = "string"),
                            example = "whisper-tiny.en"),
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            required = true,
                            content = {
                                @Content(mediaType = "audio/*", schema = @Schema(type = "string", format = "binary")),
                                @Content(
                                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                                        schema = @Schema(implementation = SpeechRecognitionRequest.class),
                                        examples =
                                                @ExampleObject(
                                                        "{\"inputs\": \"UklGRg==\", \"parameters\": {\"return_timestamps\": true}}"))
                            }))
    @Answered
    @TimeLimited
    @ReadsQuery("model")
    @PostMapping({SpeechRecognitionPaths.ANY_MODEL, SpeechRecognitionPaths.ONE_MODEL})
    DeferredResult<ResponseEntity<Object>> recognize(
            @PathVariable(required = false) @Nullable String model, HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        requireNoForm(request);
        return recognizeBody(models.get(name(model, request)), request);
    }

    @Operation(
            summary = "Transcribe a recording",
            description = "As /asr with a recording as the body; the type is audio/* or absent.",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "audio/*",
                                            schema = @Schema(type = "string", format = "binary"))))
    @Answered
    @TimeLimited
    @PostMapping(
            path = "/invocations",
            consumes = {"audio/*", MediaType.APPLICATION_OCTET_STREAM_VALUE})
    DeferredResult<ResponseEntity<Object>> invoke(HttpServletRequest request) throws IOException {
        return recognizeBody(models.get(null), request);
    }

    @Operation(hidden = true)
    @ParametersAt(SpeechRecognitionRequest.GENERATION_PARAMETERS)
    @TimeLimited
    @ReadsQuery("model")
    @PostMapping(
            path = {SpeechRecognitionPaths.ANY_MODEL, SpeechRecognitionPaths.ONE_MODEL},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<Object>> recognizeJson(
            @PathVariable(required = false) @Nullable String model,
            @Valid @RequestBody SpeechRecognitionRequest body,
            HttpServletRequest request) {
        ServedModel speech = models.get(name(model, request));
        SpeechBounds.check(speech, body.beams(), SpeechRecognitionRequest.generationViolations());
        TranscriptionOptions options = body.options(SpeechBounds.task(speech, body.task()));
        return answer(speech, body.inputs(), options, body.timestamps(), request);
    }

    private DeferredResult<ResponseEntity<Object>> recognizeBody(ServedModel model, HttpServletRequest request)
            throws IOException {
        Upload upload = Upload.read(request.getInputStream());
        TranscriptionOptions usual =
                TranscriptionOptions.builder().timestamps(false).build();
        return answer(model, upload, usual, ReturnTimestamps.NONE, request);
    }

    private DeferredResult<ResponseEntity<Object>> answer(
            ServedModel model,
            Upload upload,
            TranscriptionOptions options,
            ReturnTimestamps timestamps,
            HttpServletRequest request) {
        return answers.whole(
                model,
                upload,
                options,
                transcript -> ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(SpeechRecognitionResponse.of(transcript, timestamps)),
                request);
    }

    /** The path or the query may name the model; both must not name different ones. */
    private static @Nullable String name(@Nullable String inPath, HttpServletRequest request) {
        String inQuery = nameInQuery(request);
        if (inPath != null && inQuery != null && !inQuery.equals(inPath)) {
            throw new InvalidRequestException("model", inQuery, "must be that of the path, " + inPath);
        }
        return inPath == null ? inQuery : inPath;
    }

    /** Reads the query itself: asked for a parameter, the container would read the recording as a form. */
    private static @Nullable String nameInQuery(HttpServletRequest request) {
        String encoded = UriComponentsBuilder.newInstance()
                .query(request.getQueryString())
                .build()
                .getQueryParams()
                .getFirst("model");
        try {
            return encoded == null ? null : UriUtils.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            throw new InvalidRequestException("model", encoded, "must be percent-encoded");
        }
    }

    private static void requireNoForm(HttpServletRequest request) throws HttpMediaTypeNotSupportedException {
        String type = request.getContentType();
        if (type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            throw new HttpMediaTypeNotSupportedException(
                    MediaType.MULTIPART_FORM_DATA,
                    List.of(MediaType.parseMediaType("audio/*"), MediaType.APPLICATION_JSON));
        }
    }

    @ApiResponse(
            responseCode = "200",
            description = "The transcript.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SpeechRecognitionResponse.class)))
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Answered {}
}
