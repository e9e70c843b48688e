package io.cistern.transcription;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.cistern.model.UnsupportedModelException;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The special tokens of a checkpoint: as its generation_config.json has them or, where older or fine-tuned ones have no
 * such file or only a part of it, as its tokenizer names them.
 */
final class CheckpointTokens {

    /** {@code <|en|>}, {@code <|haw|>}: no other special token has a name of two or three letters. */
    private static final String LANGUAGE = "<\\|[a-z]{2,3}\\|>";

    private final WhisperConfig config;
    private final TextTokenizer tokenizer;

    CheckpointTokens(WhisperConfig config, TextTokenizer tokenizer) {
        this.config = config;
        this.tokenizer = tokenizer;
    }

    /** @throws UnsupportedModelException if a token that transcripts need has no id, or one outside the vocabulary */
    SpeechVocabulary vocabulary() {
        int noTimestamps = id(config.noTimestampsTokenId(), "no_timestamps_token_id", "<|notimestamps|>");
        return new SpeechVocabulary(
                config.decoderStartTokenId(),
                Collections.min(config.endOfSequenceTokenIds()),
                id(config.previousTextTokenId(), "prev_sot_token_id", "<|startofprev|>"),
                noTimestamps - 1,
                noTimestamps,
                task("transcribe"),
                task("translate"),
                config.multilingual() ? languages() : Map.of());
    }

    private int task(String name) {
        if (!config.multilingual()) {
            return SpeechVocabulary.NONE;
        }
        Integer id = config.taskTokenIds().get(name);
        return id(id == null ? OptionalInt.empty() : OptionalInt.of(id), "task_to_id." + name, "<|" + name + "|>");
    }

    private int id(OptionalInt configured, String key, String name) {
        return configured.isPresent() ? configured.getAsInt() : named(key, name);
    }

    private int named(String key, String name) {
        Integer id = tokenizer.specialTokens().get(name);
        if (id == null) {
            throw missing(key, name);
        }
        return known(name, id);
    }

    /** Returns the tokens by code: the vocabulary writes {@code <|en|>}. */
    private Map<String, Integer> languages() {
        Map<String, Integer> ids =
                config.languageTokenIds().isEmpty() ? tokenizer.specialTokens() : config.languageTokenIds();
        Map<String, Integer> languages = ids.entrySet().stream()
                .filter(token -> token.getKey().matches(LANGUAGE))
                .collect(toUnmodifiableMap(
                        token -> token.getKey().replaceAll("[<|>]", ""),
                        token -> known(token.getKey(), token.getValue())));
        if (languages.isEmpty()) {
            throw missing("lang_to_id", "<|en|>");
        }
        return languages;
    }

    /** Those of the configuration are known: it refuses others. */
    private int known(String name, int id) {
        int last = config.vocabularySize() - 1;
        if (id > last) {
            throw new UnsupportedModelException(
                    "tokenizer.json: %s is %d and must be from 0 to %d, below vocab_size of config.json"
                            .formatted(name, id, last));
        }
        return id;
    }

    private static UnsupportedModelException missing(String key, String name) {
        return new UnsupportedModelException(
                "generation_config.json has no %s, and tokenizer.json no special token %s".formatted(key, name));
    }
}
