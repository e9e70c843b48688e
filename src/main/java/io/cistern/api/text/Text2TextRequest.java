package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.problem.Violations;
import io.cistern.cache.CacheCapacity;
import io.cistern.serving.Truncation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Body of {@code /translation} and {@code /summarization}, as Hugging Face's clients send it; null is absent. */
@Schema(name = "Text2TextRequest")
record Text2TextRequest(
        @NotNull
        @Schema(
                description =
                        "The text, or several, each with the instruction that the model was trained with: nothing is added to it.",
                example = "pronounce: hello world")
        Inputs inputs,

        @Valid @Schema(description = "How to generate; greedy search without it.") @Nullable
        Parameters parameters,

        @Size(max = 200)
        @Schema(description = "Name of a loaded model; the first configured one without it.", example = "g2p-en")
        @Nullable
        String model) {

    /** Where the parameters of {@code /generate} stand. */
    static final String GENERATE_PARAMETERS = "parameters.generate_parameters";

    private static final String DO_NOT_TRUNCATE = "do_not_truncate";
    private static final String ONE_TEXT = "cannot be had here: the answer is one text per input; /generate has more";
    private static final String NO_LANGUAGES =
            "must be null: a T5 model has no parameter for it; write the instruction that it was trained with into inputs";

    /** What Hugging Face's two tasks have as parameters. */
    @Schema(name = "Text2TextParameters")
    record Parameters(
            @JsonProperty("clean_up_tokenization_spaces")
            @AssertFalse(message = "must be false: the text stays as the tokenizer decodes it")
            @Schema(description = "Not available.", defaultValue = "false", example = "false")
            @Nullable
            Boolean cleanUpTokenizationSpaces,

            @JsonProperty("truncation")
            @Pattern(
                    regexp = "do_not_truncate|longest_first|only_first",
                    message = "must be do_not_truncate, longest_first or only_first: there is no second text")
            @Schema(
                    description =
                            "longest_first and only_first keep the first tokens of an input and its end, as many as the capacity max-encoder-length; the header x-truncated-tokens says how many went. do_not_truncate refuses an input that is too long.",
                    allowableValues = {"do_not_truncate", "longest_first", "only_first"},
                    defaultValue = DO_NOT_TRUNCATE,
                    example = DO_NOT_TRUNCATE)
            @Nullable
            String truncation,

            @JsonProperty("generate_parameters")
            @Valid
            @Schema(
                    description =
                            "The parameters of /generate, but those that add to its answer, and truncate, whose place truncation takes.")
            @Nullable
            GenerateParameters generateParameters,

            @JsonProperty("src_lang")
            @Null(message = NO_LANGUAGES)
            @Schema(description = "Not available: the languages are part of the text.")
            @Nullable
            String srcLang,

            @JsonProperty("tgt_lang")
            @Null(message = NO_LANGUAGES)
            @Schema(description = "Not available: the languages are part of the text.")
            @Nullable
            String tgtLang) {}

    /**
     * Returns the request to {@code /generate} that this one means.
     *
     * @throws io.cistern.api.problem.InvalidRequestException if it asks for more than texts
     */
    GenerateRequest toGenerateRequest() {
        GenerateParameters generate = parameters == null ? null : parameters.generateParameters;
        if (generate != null) {
            requireTextsOnly(generate);
        }
        return GenerateRequest.of(inputs, generate, model, false);
    }

    private static void requireTextsOnly(GenerateParameters generate) {
        Violations violations = new Violations().within(GENERATE_PARAMETERS);
        generate.requireTextOnly(violations, ONE_TEXT);
        violations
                .require(generate.returned() == 1, "num_return_sequences", generate.numReturnSequences(), ONE_TEXT)
                .require(
                        generate.truncate() == null,
                        "truncate",
                        generate.truncate(),
                        "must be null: parameters.truncation says what is cut")
                .raise();
    }

    /** Returns how inputs that do not fit are cut, or null if they are refused. */
    @Nullable
    Truncation truncation(CacheCapacity capacity) {
        String asked = parameters == null ? null : parameters.truncation;
        return asked == null || asked.equals(DO_NOT_TRUNCATE) ? null : Truncation.toFirst(capacity.maxEncoderLength());
    }
}
