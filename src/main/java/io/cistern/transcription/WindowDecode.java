package io.cistern.transcription;

import io.cistern.generation.FollowUp;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.model.AudioSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The decodes of one window: a first token that tells the language and whether anybody speaks, if that is asked for; then
 * the text, at one temperature after the other until it is plausible; then the attention that words are found by.
 *
 * <p>Used by the decode thread until the job has ended, then by the thread that transcribes.
 */
final class WindowDecode implements FollowUp {

    private final DecodingRules rules;
    private final TranscriptionOptions options;
    private final Window window;
    private final List<Integer> previous;
    private final Consumer<SpokenLanguage> languages;
    private final IntConsumer tokens;
    private @Nullable SpokenLanguage language;
    private boolean probing;
    private float noSpeechProbability;
    private int tries;
    private @Nullable DecodedWindow accepted;
    private TokenUsage usage = new TokenUsage(AudioSource.WINDOW_FRAMES / 2, 0, 0);

    /**
     * @param previous tokens of the text before
     * @param language that was given or found before; null to find it now
     * @param languages is told a language that was found, if anybody speaks
     * @param tokens is told the tokens of every try as they come, unless they may turn out to be silence
     */
    WindowDecode(
            DecodingRules rules,
            Window window,
            List<Integer> previous,
            @Nullable SpokenLanguage language,
            Consumer<SpokenLanguage> languages,
            IntConsumer tokens) {
        this.rules = rules;
        this.options = rules.options();
        this.window = window;
        this.previous = List.copyOf(previous);
        this.language = language;
        this.languages = languages;
        this.tokens = tokens;
        this.probing = language == null || options.noSpeechThreshold() != null;
    }

    GenerationJob job(AudioSource source) {
        GenerationConfig first = probing ? rules.probe(previous) : nextTry();
        return new GenerationJob(source, first)
                .withObserver(new ProbeObserver(rules.vocabulary(), this::heard))
                .withListener((candidate, token, top) -> written(token))
                .withFollowUp(this);
    }

    Window window() {
        return window;
    }

    /** Returns the text that was accepted, once the job has ended. */
    DecodedWindow accepted() {
        return Objects.requireNonNull(accepted, "the window has not been decoded");
    }

    TokenUsage usage() {
        return usage;
    }

    @Override
    public @Nullable GenerationConfig after(GenerationResult result) {
        GeneratedSequence sequence = result.sequences().get(0);
        usage = usage.plus(new TokenUsage(
                0, result.decoderPromptLength(), sequence.tokens().size()));
        if (probing) {
            probing = false;
            return nextTry();
        }
        DecodedWindow decoded = decoded(sequence);
        boolean again = decoded.quality().isImplausible(options)
                && tries < options.temperatures().size();
        if (accepted == null || !decoded.quality().isImplausible(options) || decoded.isBetterThan(accepted, options)) {
            accepted = decoded;
        }
        return again ? nextTry() : null;
    }

    @Override
    public int[] tokensToAlign(GenerationResult result) {
        DecodedWindow decoded = accepted();
        int[] textTokens = options.words()
                ? WindowText.of(decoded, window, rules.vocabulary(), rules.tokenizer())
                        .textTokens()
                : new int[0];
        return textTokens.length == 0 ? textTokens : rules.alignment(textTokens, decoded.language());
    }

    private void heard(SpeechProbe probe) {
        if (!probing) {
            return;
        }
        noSpeechProbability = options.noSpeechThreshold() == null ? 0 : probe.noSpeechProbability();
        if (language == null) {
            language = probe.language();
            if (!mayBeSilent()) {
                languages.accept(language);
            }
        }
    }

    private boolean mayBeSilent() {
        Float threshold = options.noSpeechThreshold();
        return threshold != null && noSpeechProbability > threshold;
    }

    private void written(TokenDetail token) {
        if (!probing && !mayBeSilent()) {
            tokens.accept(token.id());
        }
    }

    private GenerationConfig nextTry() {
        long seed = (options.seed() + 31L * window.seek() + tries) & Long.MAX_VALUE;
        return rules.text(previous, language(), options.temperatures().get(tries++), seed);
    }

    private DecodedWindow decoded(GeneratedSequence sequence) {
        List<TokenDetail> written = sequence.tokens();
        int length = written.size();
        boolean ended =
                length > 0 && written.get(length - 1).id() == rules.vocabulary().endOfText();
        List<TokenDetail> text = written.subList(0, ended ? length - 1 : length);
        int[] ids = text.stream().mapToInt(TokenDetail::id).toArray();
        float[] logProbabilities = new float[ids.length];
        for (int i = 0; i < ids.length; i++) {
            logProbabilities[i] = text.get(i).logProbability();
        }
        WindowQuality quality = new WindowQuality(average(written), compressionRatio(ids), noSpeechProbability);
        float temperature = options.temperatures().get(tries - 1);
        return new DecodedWindow(ids, logProbabilities, language(), temperature, quality, quality.isSilent(options));
    }

    private static float average(List<TokenDetail> tokens) {
        return (float) tokens.stream()
                .mapToDouble(TokenDetail::logProbability)
                .average()
                .orElse(0);
    }

    private float compressionRatio(int[] ids) {
        int[] textTokens = IntStream.of(ids).filter(rules.vocabulary()::isText).toArray();
        return CompressionRatio.of(rules.tokenizer().decode(textTokens).strip());
    }

    private SpokenLanguage language() {
        return Objects.requireNonNull(language, "the language is not known yet");
    }
}
