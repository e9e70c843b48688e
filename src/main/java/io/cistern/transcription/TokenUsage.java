package io.cistern.transcription;

/**
 * The work that a transcript took.
 *
 * @param audio encoder positions, 1500 for each window that was decoded
 * @param prompt decoder tokens that were given to it
 * @param generated decoder tokens that it wrote, those of rejected tries included
 */
public record TokenUsage(int audio, int prompt, int generated) {

    static final TokenUsage NONE = new TokenUsage(0, 0, 0);

    TokenUsage plus(TokenUsage other) {
        return new TokenUsage(audio + other.audio, prompt + other.prompt, generated + other.generated);
    }
}
