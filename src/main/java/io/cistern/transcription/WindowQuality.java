package io.cistern.transcription;

/**
 * How much a window's text can be believed.
 *
 * <p>Rules: decode_with_fallback and transcribe in openai/whisper, whisper/transcribe.py. The log-probabilities are the
 * model's own, before suppressed tokens and timestamp rules changed them.
 *
 * @param averageLogProbability of its tokens, the one that ends them included
 * @param compressionRatio of its text
 * @param noSpeechProbability that nobody speaks, 0 if it was not asked for
 */
record WindowQuality(float averageLogProbability, float compressionRatio, float noSpeechProbability) {

    /** Returns whether the window has no speech. */
    boolean isSilent(TranscriptionOptions options) {
        Float noSpeech = options.noSpeechThreshold();
        return noSpeech != null && noSpeechProbability > noSpeech && !isLikely(options);
    }

    /** Returns whether the window should be decoded again. */
    boolean isImplausible(TranscriptionOptions options) {
        boolean unlikely = options.logProbabilityThreshold() != null && !isLikely(options);
        return (repeatsItself(options) || unlikely) && !isSilent(options);
    }

    boolean repeatsItself(TranscriptionOptions options) {
        Float threshold = options.compressionRatioThreshold();
        return threshold != null && compressionRatio > threshold;
    }

    private boolean isLikely(TranscriptionOptions options) {
        Float threshold = options.logProbabilityThreshold();
        return threshold != null && averageLogProbability >= threshold;
    }
}
