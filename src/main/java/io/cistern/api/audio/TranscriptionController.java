package io.cistern.api.audio;

import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.OpenAiProblems;
import io.cistern.api.problem.Violations;
import io.cistern.serving.ServedModel;
import io.cistern.transcription.SpeechTask;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptionOptions;
import io.cistern.transcription.subtitle.SubRip;
import io.cistern.transcription.subtitle.WebVtt;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartException;

/** Transcribes recordings as OpenAI's clients ask for it. */
@RestController
@Tag(name = "OpenAI")
@OpenAiProblems
class TranscriptionController {

    private static final MediaType PLAIN = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final MediaType SRT = new MediaType("application", "x-subrip", StandardCharsets.UTF_8);
    private static final MediaType VTT = new MediaType("text", "vtt", StandardCharsets.UTF_8);

    private final SpeechModels models;
    private final TranscriptAnswers answers;

    TranscriptionController(SpeechModels models, TranscriptAnswers answers) {
        this.models = models;
        this.answers = answers;
    }

    @Operation(
            summary = "Transcribe a recording",
            description = "The text is in the language that is spoken. Silence gives an empty text.")
    @TranscriptionRoute
    @TimeLimited
    @PostMapping(path = "/v1/audio/transcriptions", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Nullable
    DeferredResult<ResponseEntity<Object>> transcribe(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return answer(SpeechTask.TRANSCRIBE, request, response);
    }

    @Operation(
            summary = "Translate a recording to English",
            description =
                    "Takes the form of /v1/audio/transcriptions; language is the one that is spoken. A model that knows English only hears everything as English, so that its translations are transcriptions.")
    @TranscriptionRoute
    @TimeLimited
    @PostMapping(path = "/v1/audio/translations", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Nullable
    DeferredResult<ResponseEntity<Object>> translate(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return answer(SpeechTask.TRANSLATE, request, response);
    }

    private @Nullable DeferredResult<ResponseEntity<Object>> answer(
            SpeechTask task, HttpServletRequest request, HttpServletResponse response) throws IOException {
        TranscriptionForm form = TranscriptionForm.of(FormFields.of(parts(request), TranscriptionForm.FILE));
        ServedModel model = models.get(form.model());
        SpeechBounds.check(model, form.numBeams(), new Violations());
        TranscriptionOptions options = form.options(SpeechBounds.task(model, task));
        if (form.stream()) {
            answers.stream(model, form.upload(), options, request, response);
            return null;
        }
        return answers.whole(model, form.upload(), options, transcript -> body(transcript, task, form), request);
    }

    /** The container tells of some bounds by an IllegalStateException. */
    private static Collection<Part> parts(HttpServletRequest request) {
        try {
            return request.getParts();
        } catch (IllegalStateException | IOException | ServletException ex) {
            throw new MultipartException("the form cannot be read", ex);
        }
    }

    /** The type is set here and not negotiated: clients accept JSON only, also when they ask for subtitles. */
    private static ResponseEntity<Object> body(Transcript transcript, SpeechTask task, TranscriptionForm form) {
        return switch (form.responseFormat()) {
            case JSON -> of(MediaType.APPLICATION_JSON, TranscriptionResponse.of(transcript));
            case TEXT -> of(PLAIN, transcript.text() + "\n");
            case SRT -> of(SRT, SubRip.format(transcript.segments()));
            case VTT -> of(VTT, WebVtt.format(transcript.segments()));
            case VERBOSE_JSON ->
                of(
                        MediaType.APPLICATION_JSON,
                        VerboseTranscription.of(transcript, task, form.segments(), form.words()));
        };
    }

    private static ResponseEntity<Object> of(MediaType type, Object body) {
        return ResponseEntity.ok().contentType(type).body(body);
    }
}
