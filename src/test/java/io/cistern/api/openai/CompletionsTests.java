package io.cistern.api.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;

import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.GenerationAnswer;
import io.cistern.testing.LetterTokenizer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompletionsTests {

    private static final int TOKENS = 500;

    private final LetterTokenizer tokenizer = spy(new LetterTokenizer());
    private final CompletionRequest request = mock(CompletionRequest.class);

    /** Every token is decoded a few times, not once for each that follows it. */
    @Test
    void offsetsAreFoundInOnePass() {
        AtomicLong decoded = new AtomicLong();
        willAnswer(call -> {
                    decoded.addAndGet(call.<int[]>getArgument(0).length);
                    return call.callRealMethod();
                })
                .given(tokenizer)
                .decode(any());
        given(request.logprobs()).willReturn(0);
        given(request.choices()).willReturn(1);

        CompletionResponse.Choice choice =
                new Completions(tokenizer, request, answer()).choices().get(0);

        assertThat(choice.logprobs()).isNotNull();
        assertThat(choice.logprobs().textOffset())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(0, TOKENS).boxed().toList());
        assertThat(decoded.get()).isLessThan(10 * TOKENS);
    }

    private static GenerationAnswer answer() {
        List<TokenDetail> tokens = IntStream.rangeClosed(0, TOKENS)
                .mapToObj(i -> new TokenDetail(i == TOKENS ? 1 : 2 + i % 26, -0.5f))
                .toList();
        String text = new LetterTokenizer()
                .decode(tokens.stream().mapToInt(TokenDetail::id).toArray());
        GeneratedSequence output = new GeneratedSequence(tokens, List.of(), text, FinishReason.EOS_TOKEN, -1);
        return new GenerationAnswer(
                List.of(new GenerationResult(List.of(output), 5, 1, null)),
                List.of(new int[5]),
                List.of(0),
                null,
                Duration.ZERO,
                Duration.ZERO);
    }
}
