package io.cistern.tokenization;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Opens the tokenizer of a checkpoint folder. */
public final class TokenizerLoader {

    /** What tokenizers are kept in that this service does not read. */
    private static final List<String> OTHER_FILES = List.of(
            TokenizerConfig.FILE,
            "spiece.model",
            "sentencepiece.bpe.model",
            "tokenizer.model",
            "vocab.json",
            "vocab.txt",
            "merges.txt");

    private TokenizerLoader() {}

    /**
     * Opens the tokenizer of a folder: its {@code tokenizer.json}, or bytes if its {@code tokenizer_config.json} names
     * ByT5's class.
     *
     * @throws UnsupportedTokenizerException if the folder has neither or the file cannot be read
     */
    public static TextTokenizer load(Path folder) {
        try {
            return read(folder);
        } catch (UnsupportedTokenizerException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            String reason = "its tokenizer.json or tokenizer_config.json cannot be read (%s)".formatted(e.getMessage());
            throw new UnsupportedTokenizerException(folder, reason, e);
        }
    }

    private static TextTokenizer read(Path folder) throws IOException {
        if (Files.exists(folder.resolve(TokenizerJson.FILE))) {
            return HuggingFaceTextTokenizer.read(folder);
        }
        String tokenizerClass = TokenizerConfig.read(folder).tokenizerClass();
        if (tokenizerClass.equals(ByteTokenizer.TRANSFORMERS_CLASS)) {
            return ByteTokenizer.read(folder);
        }
        throw new UnsupportedTokenizerException(folder, advice(folder, tokenizerClass));
    }

    private static String advice(Path folder, String tokenizerClass) {
        List<String> found = OTHER_FILES.stream()
                .filter(file -> Files.exists(folder.resolve(file)))
                .toList();
        return ("found %s (tokenizer_class '%s') where a tokenizer.json, or a tokenizer_config.json with"
                        + " tokenizer_class %s, is needed; AutoTokenizer.from_pretrained(...).save_pretrained(...) of Transformers"
                        + " writes a tokenizer.json")
                .formatted(
                        found.isEmpty() ? "no tokenizer file" : String.join(", ", found),
                        tokenizerClass,
                        ByteTokenizer.TRANSFORMERS_CLASS);
    }
}
