package io.cistern.api.text;

import io.cistern.serving.GenerationAnswer;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpHeaders;

/** What an answer cost, in the headers that Text Generation Inference sends; times are milliseconds unless noted. */
final class TimingHeaders {

    private TimingHeaders() {}

    static HttpHeaders of(List<String> inputs, GenerationAnswer answer, Duration total) {
        int generated = answer.generatedTokens();
        Duration validation = total.minus(answer.queued()).minus(answer.inference());
        HttpHeaders headers = new HttpHeaders();
        headers.set("x-compute-type", "cpu");
        headers.set("x-compute-time", Double.toString(total.toNanos() / 1e9)); // seconds
        headers.set(
                "x-compute-characters",
                number(inputs.stream().mapToInt(TimingHeaders::characters).sum()));
        headers.set("x-total-time", number(total.toMillis()));
        headers.set("x-validation-time", number(Math.max(0, validation.toMillis())));
        headers.set("x-queue-time", number(answer.queued().toMillis()));
        headers.set("x-inference-time", number(answer.inference().toMillis()));
        headers.set("x-time-per-token", number(answer.inference().toMillis() / Math.max(1, generated)));
        headers.set("x-prompt-tokens", number(answer.encodedTokens()));
        headers.set("x-generated-tokens", number(generated));
        int cut = answer.truncatedTokens().stream().mapToInt(Integer::intValue).sum();
        if (cut > 0) {
            headers.set("x-truncated-tokens", number(cut));
        }
        return headers;
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String number(long value) {
        return Long.toString(value);
    }
}
