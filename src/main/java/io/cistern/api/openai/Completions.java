package io.cistern.api.openai;

import io.cistern.api.openai.CompletionResponse.Choice;
import io.cistern.api.openai.CompletionResponse.Logprobs;
import io.cistern.api.openai.CompletionResponse.Usage;
import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.serving.GenerationAnswer;
import io.cistern.tokenization.IncrementalText;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts an answer into OpenAI's shape. */
final class Completions {

    private final TextTokenizer tokenizer;
    private final CompletionRequest request;
    private final GenerationAnswer answer;

    Completions(TextTokenizer tokenizer, CompletionRequest request, GenerationAnswer answer) {
        this.tokenizer = tokenizer;
        this.request = request;
        this.answer = answer;
    }

    List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        for (int prompt = 0; prompt < answer.results().size(); prompt++) {
            List<GeneratedSequence> outputs = answer.results().get(prompt).sequences();
            for (GeneratedSequence output : outputs.subList(0, request.choices())) {
                choices.add(choice(prompt, choices.size(), output));
            }
        }
        return choices;
    }

    Usage usage() {
        int read = answer.encodedTokens();
        int written = answer.generatedTokens();
        return new Usage(read, written, read + written);
    }

    private Choice choice(int prompt, int index, GeneratedSequence output) {
        String echo = request.echoes() ? request.prompt().texts().get(prompt) : "";
        return new Choice(echo + output.text(), index, logprobs(output), reason(output.finishReason()));
    }

    static String reason(FinishReason reason) {
        return reason == FinishReason.LENGTH ? "length" : "stop";
    }

    private @Nullable Logprobs logprobs(GeneratedSequence output) {
        if (request.logprobs() == null) {
            return null;
        }
        return Logprobs.of(tokenizer, output.tokens(), output.topTokens(), offsets(output));
    }

    /** Returns where each token begins in the text: behind the characters that the tokens before it complete. */
    private List<Integer> offsets(GeneratedSequence output) {
        List<Integer> offsets = new ArrayList<>();
        IncrementalText text = new IncrementalText(tokenizer);
        int length = 0;
        for (int id : output.tokenIds()) {
            offsets.add(Math.min(length, output.text().length()));
            length += text.append(id).length();
        }
        return offsets;
    }
}
