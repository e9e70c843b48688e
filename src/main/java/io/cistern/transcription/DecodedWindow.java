package io.cistern.transcription;

/**
 * What a decoder wrote for a window.
 *
 * @param tokens ids without the end-of-text token
 * @param logProbabilities of each token
 * @param language it is written for
 * @param temperature it was decoded with
 * @param quality how much it can be believed
 * @param silent whether nobody speaks, so that what was written does not count
 */
record DecodedWindow(
        int[] tokens,
        float[] logProbabilities,
        SpokenLanguage language,
        float temperature,
        WindowQuality quality,
        boolean silent) {

    /** Returns whether this is to be preferred to another try: text that repeats itself is worse than unlikely text. */
    boolean isBetterThan(DecodedWindow other, TranscriptionOptions options) {
        boolean repeats = quality.repeatsItself(options);
        boolean otherRepeats = other.quality.repeatsItself(options);
        return repeats == otherRepeats
                ? quality.averageLogProbability() > other.quality.averageLogProbability()
                : otherRepeats;
    }
}
