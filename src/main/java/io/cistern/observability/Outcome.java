package io.cistern.observability;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.InvalidDeadlineException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.transcription.InvalidTranscriptionException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * How a request to a model ended, in words of which there are few: they become tags.
 *
 * @param name ok, invalid, rejected, cancelled, timeout or error
 * @param reason what was wrong; {@link #NO_REASON} where nothing was
 */
record Outcome(String name, String reason) {

    static final String NO_REASON = "none";

    private static final Outcome OK = new Outcome("ok", NO_REASON);
    private static final Outcome ERROR = new Outcome("error", "generation");

    private static final Map<Class<? extends Throwable>, Outcome> BY_FAILURE = Map.of(
            CancellationException.class, new Outcome("cancelled", "client"),
            QueueFullException.class, new Outcome("rejected", "queue_full"),
            ModelUnavailableException.class, new Outcome("rejected", "unavailable"),
            InvalidGenerationConfigException.class, new Outcome("invalid", "parameter"),
            InvalidTranscriptionException.class, new Outcome("invalid", "parameter"),
            InvalidDeadlineException.class, new Outcome("invalid", "parameter"),
            NoPossibleTokenException.class, new Outcome("invalid", "no_possible_token"),
            UndecodableAudioException.class, new Outcome("invalid", "undecodable_audio"),
            UnsupportedAudioException.class, new Outcome("invalid", "unsupported_audio"),
            AudioTooLongException.class, new Outcome("invalid", "audio_too_long"));

    static Outcome of(@Nullable Throwable failure) {
        if (failure == null) {
            return OK;
        }
        if (failure instanceof DeadlineExceededException late) {
            return new Outcome("timeout", word(late.phase()));
        }
        if (failure instanceof CacheCapacityExceededException exceeded) {
            return new Outcome("invalid", word(exceeded.bound()));
        }
        return BY_FAILURE.getOrDefault(failure.getClass(), ERROR);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
