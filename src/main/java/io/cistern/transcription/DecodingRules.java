package io.cistern.transcription;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TimestampTokens;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import java.util.List;
import java.util.OptionalInt;

/** How the windows of one request are decoded. */
final class DecodingRules {

    /** The row that words are aligned with has two tokens more than the text's: no timestamps, and the end. */
    private static final int ALIGNMENT_RESERVE = 2;

    private final WhisperConfig config;
    private final SpeechVocabulary vocabulary;
    private final TextTokenizer tokenizer;
    private final TranscriptionOptions options;
    private final DecoderPrompts prompts;
    private final boolean timestamps;
    private final int rowLength;

    /**
     * @param timestamps whether the decoder writes timestamps
     * @param rowLength tokens that a decoder row holds, prompt included
     */
    DecodingRules(
            WhisperConfig config,
            SpeechVocabulary vocabulary,
            TextTokenizer tokenizer,
            TranscriptionOptions options,
            boolean timestamps,
            int rowLength) {
        this.config = config;
        this.vocabulary = vocabulary;
        this.tokenizer = tokenizer;
        this.options = options;
        this.timestamps = timestamps;
        this.rowLength = rowLength;
        this.prompts = new DecoderPrompts(vocabulary, options.task(), timestamps, rowLength);
    }

    TranscriptionOptions options() {
        return options;
    }

    SpeechVocabulary vocabulary() {
        return vocabulary;
    }

    TextTokenizer tokenizer() {
        return tokenizer;
    }

    /** Returns the tokens of the text that the recording is taken to continue. */
    List<Integer> promptTokens() {
        return DecoderPrompts.textTokens(options.prompt(), tokenizer, vocabulary);
    }

    /** Returns whether tokens of a decode may be replaced: by a further try, or by a better beam. */
    boolean mayTryAgain() {
        return options.temperatures().size() > 1 || options.beams() > 1;
    }

    /** Returns a decode of one token, whose logits tell language and speech. It holds the rows that the others need. */
    GenerationConfig probe(List<Integer> previous) {
        return GenerationConfig.builder(1)
                .numBeams(options.beams())
                .decoderPromptIds(prompts.beforeLanguage(previous))
                .build();
    }

    /** Returns a decode of the text. */
    GenerationConfig text(List<Integer> previous, SpokenLanguage language, float temperature, long seed) {
        List<Integer> prompt = prompts.beforeText(previous, language);
        GenerationConfig.Builder builder = GenerationConfig.builder(
                        rowLength - prompt.size() - (options.words() ? ALIGNMENT_RESERVE : 0))
                .decoderPromptIds(prompt)
                .suppressTokens(config.suppressTokens())
                .beginSuppressTokens(config.beginSuppressTokens())
                .timestamps(timestamps ? timestampTokens() : null);
        if (temperature == 0) {
            builder.numBeams(options.beams());
        } else {
            builder.doSample(true).temperature(temperature).seed(seed);
        }
        return builder.build();
    }

    private TimestampTokens timestampTokens() {
        OptionalInt latest = config.maxInitialTimestampIndex();
        return new TimestampTokens(
                vocabulary.firstTimestamp(), vocabulary.endOfText(), latest.isPresent() ? latest.getAsInt() : null);
    }

    /** Returns the code of the language that the text is written in. */
    String writtenLanguage(SpokenLanguage spoken) {
        return options.task() == SpeechTask.TRANSLATE ? SpokenLanguage.ENGLISH.code() : spoken.code();
    }

    /** Returns the decoder row whose attention tells when each token of a text is spoken. */
    int[] alignment(int[] textTokens, SpokenLanguage language) {
        return prompts.alignment(textTokens, language);
    }
}
