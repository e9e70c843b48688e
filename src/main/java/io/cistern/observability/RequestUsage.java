package io.cistern.observability;

import io.cistern.serving.GenerationAnswer;
import io.cistern.transcription.TokenUsage;

/**
 * The tokens that a request took.
 *
 * @param inputTokens tokens that were read: those of the texts, or encoder positions and prompts of the windows
 * @param outputTokens tokens of all sequences that were returned, or of all tries to hear a window
 * @param steps tokens of the longest sequence; 0 where inputs or windows are not decoded side by side from one step on
 */
record RequestUsage(int inputTokens, int outputTokens, int steps) {

    static final RequestUsage NONE = new RequestUsage(0, 0, 0);

    static RequestUsage of(GenerationAnswer answer) {
        int steps = answer.results().size() == 1 ? answer.longestSequence() : 0;
        return new RequestUsage(answer.encodedTokens(), answer.generatedTokens(), steps);
    }

    static RequestUsage of(TokenUsage transcription) {
        return new RequestUsage(transcription.audio() + transcription.prompt(), transcription.generated(), 0);
    }
}
