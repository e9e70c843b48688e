package io.cistern.transcription;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

/**
 * What the decoder thinks of a window before it has written a word: in which language somebody speaks, if anybody.
 *
 * <p>Rules: detect_language and no_speech_probs in openai/whisper, whisper/decoding.py.
 */
final class SpeechProbe {

    private final SpeechVocabulary vocabulary;
    private final float[] logits;

    /** @param logits of the token after the start of the transcript, one per vocabulary entry */
    SpeechProbe(SpeechVocabulary vocabulary, float[] logits) {
        this.vocabulary = vocabulary;
        this.logits = logits;
    }

    /** Returns the probability that nobody speaks. */
    float noSpeechProbability() {
        double sum = 0;
        float highest = highest();
        for (float logit : logits) {
            sum += Math.exp(logit - highest);
        }
        return (float) (Math.exp(logits[vocabulary.noSpeech()] - highest) / sum);
    }

    /** Returns the most likely of the model's languages. */
    SpokenLanguage language() {
        if (!vocabulary.isMultilingual()) {
            return SpokenLanguage.ENGLISH;
        }
        Map.Entry<String, Integer> best = vocabulary.languages().entrySet().stream()
                .max(Comparator.comparingDouble(language -> logits[language.getValue()]))
                .orElseThrow();
        return new SpokenLanguage(
                best.getKey(), share(best.getValue(), vocabulary.languages().values()));
    }

    private float share(int token, Collection<Integer> tokens) {
        double sum = tokens.stream()
                .mapToDouble(other -> Math.exp(logits[other] - logits[token]))
                .sum();
        return (float) (1 / sum);
    }

    private float highest() {
        float highest = Float.NEGATIVE_INFINITY;
        for (float logit : logits) {
            highest = Math.max(highest, logit);
        }
        return highest;
    }
}
