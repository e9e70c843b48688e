package io.cistern.api.text;

import io.cistern.generation.TokenDetail;
import io.cistern.tokenization.TextTokenizer;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A generated token.
 *
 * @param id vocabulary id
 * @param text its text, special tokens by their name
 * @param logprob its log-probability under the model
 * @param special whether it is a special token
 */
@Schema(name = "Token")
public record Token(
        @Schema(example = "75") int id,
        @Schema(example = "H") String text,
        @Schema(example = "-0.01") float logprob,
        @Schema(example = "false") boolean special) {

    static Token of(TextTokenizer tokenizer, TokenDetail token) {
        int id = token.id();
        return new Token(id, tokenizer.tokenText(id), token.logProbability(), tokenizer.isSpecial(id));
    }
}
