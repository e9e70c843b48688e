package io.cistern.api.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.InvalidDeadlineException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.ToldFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.http.MockHttpInputMessage;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.core.exc.JacksonIOException;

@ApiTest
class ProblemAdviceTests extends GenerationRouteTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"inputs\": \"hi\"",
                "{\"inputs\": \"hi\"} trailing",
                "{\"inputs\": \"hi\"}{\"inputs\": \"hi\"}",
                "{\"inputs\": \"hi\", \"inputs\": \"ho\"}",
                "{\"inputs\": \"hi\", \"parameters\": {\"temperature\": NaN}}",
                "{\"inputs\": \"hi\", \"parameters\": {\"temperature\": Infinity}}",
                "{'inputs': 'hi'}",
                "{\"inputs\": \"hi\",}",
                "[\"hi\"]",
                "\"hi\"",
                "null",
                ""
            })
    void whatIsNotOneJsonObjectIsMalformed(String body) {
        assertProblem(post("/generate", body), 400, "malformed-request", "validation");
        assertOpenAi(post("/v1/completions", body.replace("inputs", "prompt")), 400, null, null);
        verifyNoInteractions(service);
    }

    @Test
    void bytesThatAreNotUtf8AreMalformed() {
        byte[] body = "{\"inputs\": \"h_\"}".getBytes(StandardCharsets.UTF_8);
        body[13] = (byte) 0xC3;
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
        assertProblem(result, 400, "malformed-request", "validation");
    }

    /** An overlong slash, a surrogate, and UTF-16 of either order, with a mark and without. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "7b22696e70757473223a22c0af227d",
                "7b22696e70757473223a22eda080227d",
                "feff007b0022006100220000003a0031007d",
                "fffe7b0022006100220000003a0031007d00",
                "007b00220069006e007000750074007300220000003a00220061002200007d",
                "7b00220069006e0070007500740073002200003a002200610022007d00"
            })
    void whatOtherReadersTakeForTextIsMalformed(String hex) {
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .contentType(MediaType.APPLICATION_JSON)
                .content(HexFormat.of().parseHex(hex))
                .exchange();
        assertProblem(result, 400, "malformed-request", "validation");
        assertThat(result)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .contains("is not UTF-8")
                .doesNotContain("line");
        verifyNoInteractions(service);
    }

    @Test
    void aRecordingThatTheDiskDoesNotTakeIsNoFaultOfTheClient() {
        IOException full = new IOException("No space left on device");
        for (RuntimeException cause : List.of(new UncheckedIOException(full), JacksonIOException.construct(full))) {
            Problem problem =
                    Problems.of(new HttpMessageNotReadableException("", cause, new MockHttpInputMessage(new byte[0])));
            assertThat(problem.type()).isEqualTo(ProblemType.INTERNAL);
        }
    }

    @Test
    void deepNestingIsMalformed() {
        assertProblem(post("/generate", "[".repeat(100_000)), 400, "malformed-request", "validation");
        assertProblem(
                post("/generate", "{\"inputs\": \"hi\", \"parameters\": {\"grammar\": " + "{\"a\":".repeat(100_000)),
                400,
                "malformed-request",
                "validation");
    }

    @Test
    void aLargeBodyIsRefused() {
        String body = "{\"inputs\": \"" + "x".repeat(5_000_000) + "\"}";
        assertProblem(post("/generate", body), 413, "payload-too-large", "validation");
        assertOpenAi(post("/v1/completions", body), 413, null, "payload_too_large");
    }

    @Test
    void aLargeBodyOfUnknownLengthIsRefused() {
        byte[] body = ("{\"inputs\": \"" + "x".repeat(5_000_000) + "\"}").getBytes(StandardCharsets.UTF_8);
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .with(request -> new UnknownLengthRequest(request, body))
                .exchange();
        assertProblem(result, 413, "payload-too-large", "validation");
    }

    @ParameterizedTest
    @CsvSource({"../../etc/passwd", "gpt-4", "''", "TINY"})
    void unknownModelsAreNotFound(String model) {
        String native_ = "{\"inputs\": \"hi\", \"model\": \"%s\"}".formatted(model);
        assertProblem(post("/generate", native_), 404, "model-not-found", "validation");
        assertProblem(post("/tokenize", native_), 404, "model-not-found", "validation");
        assertOpenAi(
                post("/v1/completions", "{\"prompt\": \"hi\", \"model\": \"%s\"}".formatted(model)),
                404,
                "model",
                "model_not_found");
    }

    @Test
    void unknownModelsAreNotFoundByPath() {
        assertOpenAi(mvc.get().uri("/v1/models/etc/passwd").exchange(), 404, "model", "model_not_found");
    }

    @Test
    void aModelOfAnotherTaskIsAMismatch() {
        assertProblem(
                post("/generate", "{\"inputs\": \"hi\", \"model\": \"ears\"}"), 422, "task-mismatch", "validation");
        assertOpenAi(
                post("/v1/completions", "{\"prompt\": \"hi\", \"model\": \"ears\"}"), 400, "model", "task_mismatch");
    }

    @Test
    void aLongInputTellsLimitAndLength() {
        given(service.start(any(), any(), any()))
                .willThrow(new CacheCapacityExceededException(Bound.ENCODER_LENGTH, 40, 32));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 422, "input-too-long", "validation");
        assertThat(result).bodyJson().isLenientlyEqualTo("""
                        {"limit": 32, "given": 40, "setting": "cistern.capacity.max-encoder-length",
                         "error": "encoder length 40 exceeds the configured capacity 32 (cistern.capacity.max-encoder-length)"}""");
        assertOpenAi(post("/v1/completions", "{\"prompt\": \"hi\"}"), 400, null, "context_length_exceeded");
    }

    @Test
    void aBoundOfTheModelItselfNamesTheSettingOfTheModel() {
        given(service.start(any(), any(), any()))
                .willThrow(new CacheCapacityExceededException(Bound.ENCODER_LENGTH, 40, 32)
                        .withSetting("cistern.models[1].capacity.max-encoder-length"));
        assertThat(post("/generate", "{\"inputs\": \"hi\"}")).bodyJson().isLenientlyEqualTo("""
                        {"limit": 32, "given": 40, "setting": "cistern.models[1].capacity.max-encoder-length",
                         "error": "encoder length 40 exceeds the configured capacity 32 (cistern.models[1].capacity.max-encoder-length)"}""");
    }

    @Test
    void aLongInputOfSeveralTellsWhichItIs() {
        given(service.start(any(), any(), any()))
                .willThrow(new CacheCapacityExceededException(Bound.ENCODER_LENGTH, 40, 32).ofInput(1));
        assertThat(post("/generate", "{\"inputs\": [\"hi\", \"ho\"]}"))
                .bodyJson()
                .isLenientlyEqualTo("""
                        {"limit": 32, "given": 40, "setting": "cistern.capacity.max-encoder-length", "input": 1,
                         "error": "input 1, counted from 0: encoder length 40 exceeds the configured capacity 32 (cistern.capacity.max-encoder-length)"}""");
    }

    @Test
    void aFailedComputationTellsNothingOfItsInside() {
        given(service.start(any(), any(), any()))
                .willThrow(new GenerationFailedException("libtorch said secret", new IllegalStateException("secret")));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 500, "generation", "generation");
        assertThat(result).bodyText().doesNotContain("secret", "trace", "Exception");
        assertOpenAi(post("/v1/completions", "{\"prompt\": \"hi\"}"), 500, null, "generation");
    }

    @Test
    void anUnexpectedFailureTellsNothingOfItsInside() {
        given(service.start(any(), any(), any())).willThrow(new IllegalStateException("secret"));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 500, "internal", "internal");
        assertThat(result).bodyText().doesNotContain("secret", "trace", "Exception");
    }

    @Test
    void theNextRequestAfterAFailureWorks() {
        given(service.start(any(), any(), any()))
                .willThrow(new GenerationFailedException("broken", new IllegalStateException()))
                .willReturn(MockedModel.call(MockedModel.answer(1, 1, null)));
        assertThat(post("/generate", "{\"inputs\": \"hi\"}")).hasStatus(500);
        assertThat(post("/generate", "{\"inputs\": \"hi\"}")).hasStatusOk();
    }

    @Test
    void aFullQueueAsksToComeBack() {
        given(service.start(any(), any(), any()))
                .willThrow(new QueueFullException("tiny", 16, 16, Duration.ofSeconds(3)));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 429, "overloaded", "overloaded");
        assertThat(result).hasHeader("Retry-After", "3");
    }

    @Test
    void aParameterOutOfItsBoundsIsAValidationProblem() {
        given(service.start(any(), any(), any()))
                .willThrow(new InvalidGenerationConfigException("suppress_tokens", 999, "below 384"));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 422, "validation", "validation");
        assertThat(result).bodyJson().extractingPath("$.errors[0].field").isEqualTo("parameters.suppress_tokens");
    }

    @ParameterizedTest
    @CsvSource({
        "/, inputs, parameters.suppress_tokens",
        "/translation, inputs, parameters.generate_parameters.suppress_tokens",
        "/summarization, inputs, parameters.generate_parameters.suppress_tokens"
    })
    void aParameterIsToldByItsPlaceInTheRequest(String uri, String text, String field) {
        InvalidGenerationConfigException failure =
                new InvalidGenerationConfigException("suppress_tokens", 999, "below 384");
        given(service.start(any(), any(), any())).willThrow(failure).willReturn(failing(failure));
        for (int thrownThenLate = 0; thrownThenLate < 2; thrownThenLate++) {
            assertThat(post(uri, "{\"%s\": \"hi\"}".formatted(text)))
                    .hasStatus(422)
                    .bodyJson()
                    .extractingPath("$.errors[0].field")
                    .isEqualTo(field);
        }
    }

    @Test
    void theProtocolsTellAParameterByItsPlaceToo() {
        given(service.start(any(), any(), any()))
                .willThrow(new InvalidGenerationConfigException("temperature", 0, "above 0"));
        assertOpenAi(post("/v1/completions", "{\"prompt\": \"hi\"}"), 400, "temperature", null);
        assertThat(post("/v2/models/tiny/generate", "{\"text_input\": \"hi\"}"))
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("parameters.temperature is \"0\" and must be above 0");
    }

    @Test
    void aTimeThatMustNotBeAskedForIsToldByItsHeader() {
        given(service.start(any(), any(), any()))
                .willThrow(new InvalidDeadlineException(Duration.ofHours(1), Duration.ofMinutes(30)));
        assertThat(post("/generate", "{\"inputs\": \"hi\"}"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("X-Request-Timeout is \"PT1H\" and must be above 0 and at most PT30M"
                        + " (cistern.deadline.maximum)");
        assertOpenAi(post("/v1/completions", "{\"prompt\": \"hi\"}"), 400, "X-Request-Timeout", null);
    }

    @Test
    void aCharsetThatIsNotKnownIsNamed() {
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .header("Content-Type", "application/json;charset=klingon")
                .content("{\"inputs\": \"hi\"}")
                .exchange();
        assertProblem(result, 415, "unsupported-media-type", "unsupported_media_type");
        assertThat(result)
                .bodyJson()
                .extractingPath("$.detail")
                .asString()
                .startsWith("the charset 'klingon' of the Content-Type is not supported");
    }

    @Test
    void parametersThatForbidEveryTokenAreAValidationProblem() {
        given(service.start(any(), any(), any())).willThrow(new NoPossibleTokenException(384));
        assertProblem(post("/generate", "{\"inputs\": \"hi\"}"), 422, "validation", "validation");
    }

    @Test
    void aLongListOfViolationsIsCutAndCounted() {
        String many = "[" + "-1,".repeat(499) + "-1]";
        MvcTestResult result =
                post("/generate", "{\"inputs\": \"hi\", \"parameters\": {\"suppress_tokens\": " + many + "}}");
        assertProblem(result, 422, "validation", "validation");
        assertThat(result).bodyJson().extractingPath("$.errors.length()").isEqualTo(16);
        assertThat(result).bodyJson().extractingPath("$.detail").asString().endsWith("; and 484 more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inputs", "parameters\": {\"suppress_tokens", "parameters\": {\"stop"})
    void hundredsOfThousandsOfElementsAreNotRead(String field) {
        String body = "{\"" + field + "\": [" + "-1,".repeat(400_000) + "-1]";
        MvcTestResult result = post("/generate", body);
        assertThat(result.getResponse().getStatus()).isIn(400, 422);
        assertThat(result).bodyText().hasSizeLessThan(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"top_p", "typical_p", "temperature"})
    void probabilitiesThatVanishInSinglePrecisionAreRefused(String parameter) {
        MvcTestResult result =
                post("/generate", "{\"inputs\": \"hi\", \"parameters\": {\"" + parameter + "\": 1e-300}}");
        assertProblem(result, 422, "validation", "validation");
    }

    @Test
    void aModelThatIsNotReadyAsksToComeBack() {
        given(service.start(any(), any(), any()))
                .willThrow(new ModelUnavailableException(ModelUnavailableException.Reason.NOT_READY, "model 'tiny'"));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 503, "not-ready", "healthcheck");
        assertThat(result).hasHeader("Retry-After", "5");
    }

    @ParameterizedTest
    @EnumSource(value = ModelUnavailableException.Reason.class, mode = EnumSource.Mode.EXCLUDE, names = "NOT_READY")
    void aServiceThatStopsSaysSo(ModelUnavailableException.Reason reason) {
        given(service.start(any(), any(), any())).willThrow(new ModelUnavailableException(reason, "model 'tiny'"));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertProblem(result, 503, "shutting-down", "healthcheck");
        assertThat(result).hasHeader("Retry-After", "5");
        assertThat(result.getResponse().getHeader("Connection"))
                .isEqualTo(reason == ModelUnavailableException.Reason.SHUTTING_DOWN ? "close" : null);
    }

    @Test
    void aWrongMethodTellsTheRightOne() {
        MvcTestResult result = mvc.get().uri("/generate").exchange();
        assertProblem(result, 405, "method-not-allowed", "method_not_allowed");
        assertThat(result).hasHeader("Allow", "POST");
        assertThat(mvc.delete().uri("/v1/models")).hasStatus(405).hasHeader("Allow", "GET");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded"})
    void aWrongTypeIsUnsupported(String type) {
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .contentType(type)
                .content("inputs=hi")
                .exchange();
        assertProblem(result, 415, "unsupported-media-type", "unsupported_media_type");
    }

    @Test
    void theProtocolsTellWrongTypesAndMethodsInTheirShapes() {
        assertThat(mvc.post()
                        .uri("/v1/completions")
                        .contentType(MediaType.TEXT_PLAIN)
                        .content("hi"))
                .hasStatus(415)
                .bodyJson()
                .extractingPath("$.error.code")
                .isEqualTo("unsupported_media_type");
        assertThat(mvc.post()
                        .uri("/v2/models/tiny/generate")
                        .contentType(MediaType.TEXT_PLAIN)
                        .content("hi"))
                .hasStatus(415)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("Content-Type 'text/plain' is not supported; send application/json");
        assertThat(mvc.get().uri("/v1/completions"))
                .hasStatus(405)
                .hasHeader("Allow", "POST")
                .bodyJson()
                .extractingPath("$.error.code")
                .isEqualTo("method_not_allowed");
        assertThat(mvc.get().uri("/generate_stream")).hasStatus(405).hasHeader("Allow", "POST");
        assertThat(mvc.delete().uri("/v2/health/ready")).hasStatus(405).hasHeader("Allow", "GET");
    }

    @Test
    void aMissingTypeIsUnsupported() {
        assertProblem(
                mvc.post().uri("/generate").content("{}").exchange(),
                415,
                "unsupported-media-type",
                "unsupported_media_type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "application/", "multipart/;"})
    void aTypeThatIsNoneIsUnsupported(String type) {
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .header("Content-Type", type)
                .content("{}")
                .exchange();
        assertProblem(result, 415, "unsupported-media-type", "unsupported_media_type");
        assertThat(result)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("the Content-Type is missing, or is none; send application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "/generate?model=tiny, model",
        "/generate_stream?details=true, details",
        "/?a=b, a",
        "/tokenize?x, x",
        "/translation?src_lang=en, src_lang",
        "/invocations?a&b=c, a",
        "/asr?language=en, language",
        "/asr/ears?model=ears&task=translate, task"
    })
    void whatAQueryAsksForIsNotIgnored(String uri, String name) {
        MvcTestResult result = post(uri, "{\"inputs\": \"hi\"}");
        assertProblem(result, 422, "validation", "validation");
        assertThat(result).bodyJson().extractingPath("$.errors[0].field").isEqualTo(name);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.errors[0].bound")
                .asString()
                .contains("in the query");
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere?model=x", "/nowhere?%zz", "/generate/x?stream=true"})
    void anUnknownRouteIsThatWhateverItsQuery(String uri) {
        MvcTestResult result = mvc.post()
                .uri(URI.create(uri.replace("%", "%25")))
                .with(request -> {
                    request.setQueryString(uri.substring(uri.indexOf('?') + 1));
                    return request;
                })
                .contentType(MediaType.APPLICATION_JSON)
                .content("{}")
                .exchange();
        assertProblem(result, 404, "not-found", "not_found");
    }

    @Test
    void theProtocolsIgnoreNoQueryEither() {
        assertOpenAi(post("/v1/completions?model=x", "{\"prompt\": \"hi\"}"), 400, "model", null);
        assertThat(post("/v2/models/tiny/generate?stream=true", "{\"text_input\": \"hi\"}"))
                .hasStatus(422);
        assertThat(mvc.get().uri("/v1/models?limit=5")).hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/html, */*;q=0.8"})
    void whatAcceptsJsonGetsIt(String accept) {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 1, null)));
        assertThat(mvc.post()
                        .uri("/generate")
                        .header("Accept", accept)
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"inputs\": \"hi\"}"))
                .hasStatusOk()
                .hasContentType(MediaType.APPLICATION_JSON);
    }

    @Test
    void whatDoesNotAcceptJsonIsToldSoInJson() {
        MvcTestResult result = mvc.post()
                .uri("/generate")
                .header("Accept", "image/png")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"inputs\": \"hi\"}")
                .exchange();
        assertProblem(result, 406, "not-acceptable", "not_acceptable");
    }

    @Test
    void unknownRoutesAreNotFound() {
        assertProblem(mvc.get().uri("/nowhere").exchange(), 404, "not-found", "not_found");
        assertOpenAi(mvc.get().uri("/v1/nowhere").exchange(), 404, null, "not_found");
        assertThat(mvc.get().uri("/v2/nowhere"))
                .hasStatus(404)
                .hasContentType(MediaType.APPLICATION_JSON)
                .bodyJson()
                .isStrictlyEqualTo("{\"error\": \"no route GET /v2/nowhere\"}");
    }

    @Test
    void whatFailsLaterHasTheSameAnswer() {
        given(service.start(any(), any(), any())).willReturn(failing(new NoPossibleTokenException(384)));
        assertProblem(post("/generate", "{\"inputs\": \"hi\"}"), 422, "validation", "validation");
        given(service.start(any(), any(), any()))
                .willReturn(failing(new GenerationFailedException("secret", new IllegalStateException("secret"))));
        assertProblem(post("/generate", "{\"inputs\": \"hi\"}"), 500, "generation", "generation");
    }

    @ParameterizedTest
    @EnumSource(DeadlineExceededException.Phase.class)
    void aPassedDeadlineIsATimeout(DeadlineExceededException.Phase phase) {
        given(service.start(any(), any(), any()))
                .willReturn(failing(new DeadlineExceededException(
                        phase, Duration.ofSeconds(2), DeadlineExceededException.Bound.REQUEST)));
        assertProblem(post("/generate", "{\"inputs\": \"hi\"}"), 504, "timeout", "timeout");
        assertOpenAi(post("/v1/completions", "{\"prompt\": \"hi\"}"), 504, null, "timeout");
    }

    @ParameterizedTest
    @CsvSource({"REQUEST, X-Request-Timeout", "SERVICE, cistern.deadline.default"})
    void aTimeoutNamesWhatRaisesIt(DeadlineExceededException.Bound bound, String setting) {
        given(service.start(any(), any(), any()))
                .willReturn(failing(new DeadlineExceededException(
                        DeadlineExceededException.Phase.QUEUED, Duration.ofSeconds(2), bound)));
        MvcTestResult result = post("/generate", "{\"inputs\": \"hi\"}");
        assertThat(result).bodyJson().extractingPath("$.limit").isEqualTo("PT2S");
        assertThat(result).bodyJson().extractingPath("$.setting").isEqualTo(setting);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("no answer within PT2S (%s): the request was still queued".formatted(setting));
    }

    @Test
    void aClientThatLeftIsNoFailure() {
        given(service.start(any(), any(), any())).willReturn(failing(new CancellationException()));
        assertThat(post("/generate", "{\"inputs\": \"hi\"}"))
                .hasStatus(499)
                .bodyText()
                .isEmpty();
    }

    static List<RuntimeException> toldFailures() {
        return ToldFailures.all();
    }

    @ParameterizedTest
    @MethodSource("toldFailures")
    void whatIsToldAsItIsHasAnExplanation(RuntimeException failure) {
        given(service.start(any(), any(), any())).willReturn(failing(failure));
        assertThat(post("/generate", "{\"inputs\": \"hi\"}")).bodyText().doesNotContain("urn:cistern:problem:internal");
    }

    private static GenerationCall failing(RuntimeException failure) {
        CompletableFuture<GenerationAnswer> failed = CompletableFuture.failedFuture(failure);
        return () -> failed;
    }

    @Test
    void messagesAreEnglishWhateverTheClientReads() {
        assertThat(mvc.post()
                        .uri("/generate")
                        .header("Accept-Language", "de")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"inputs\": \"hi\", \"parameters\": {\"max_new_tokens\": 0}}"))
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("parameters.max_new_tokens is 0 and must be greater than or equal to 1");
    }

    private static void assertProblem(MvcTestResult result, int status, String type, String errorType) {
        assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("urn:cistern:problem:" + type);
        assertThat(result).bodyJson().extractingPath("$.status").isEqualTo(status);
        assertThat(result).bodyJson().extractingPath("$.error_type").isEqualTo(errorType);
        assertThat(result).bodyJson().extractingPath("$.error").asString().isNotBlank();
    }

    private static void assertOpenAi(MvcTestResult result, int status, String param, String code) {
        assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_JSON);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.error.message")
                .asString()
                .isNotBlank();
        assertThat(result).bodyJson().extractingPath("$.error.type").isEqualTo(openAiType(status));
        assertThat(result).bodyJson().extractingPath("$.error.param").isEqualTo(param);
        assertThat(result).bodyJson().extractingPath("$.error.code").isEqualTo(code);
    }

    private static String openAiType(int status) {
        return status >= 500 ? "server_error" : "invalid_request_error";
    }
}
