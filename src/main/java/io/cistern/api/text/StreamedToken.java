package io.cistern.api.text;

import io.cistern.generation.TokenDetail;
import java.util.List;

/**
 * A token as it is streamed.
 *
 * @param index 1 for the first
 * @param detail the token
 * @param topTokens the most likely alternatives, if they were asked for, else empty
 * @param special whether it is a special token
 * @param text what it adds to the text; all of them joined are the final text
 * @param offset characters of the text before it
 */
public record StreamedToken(
        int index, TokenDetail detail, List<TokenDetail> topTokens, boolean special, String text, int offset) {

    StreamedToken withText(String text, int offset) {
        return new StreamedToken(index, detail, topTokens, special, text, offset);
    }
}
