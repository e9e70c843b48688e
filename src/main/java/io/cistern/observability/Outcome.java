package io.cistern.observability;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.transcription.InvalidTranscriptionException;
import java.util.Locale;
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

    static Outcome of(@Nullable Throwable failure) {
        if (failure == null) {
            return new Outcome("ok", NO_REASON);
        }
        if (failure instanceof CancellationException) {
            return new Outcome("cancelled", "client");
        }
        if (failure instanceof DeadlineExceededException late) {
            return new Outcome("timeout", word(late.phase()));
        }
        if (failure instanceof QueueFullException) {
            return new Outcome("rejected", "queue_full");
        }
        if (failure instanceof ModelUnavailableException) {
            return new Outcome("rejected", "unavailable");
        }
        return invalidOrError(failure);
    }

    private static Outcome invalidOrError(Throwable failure) {
        if (failure instanceof CacheCapacityExceededException exceeded) {
            return new Outcome("invalid", word(exceeded.bound()));
        }
        if (failure instanceof InvalidGenerationConfigException || failure instanceof InvalidTranscriptionException) {
            return new Outcome("invalid", "parameter");
        }
        if (failure instanceof NoPossibleTokenException) {
            return new Outcome("invalid", "no_possible_token");
        }
        return badAudioOrError(failure);
    }

    private static Outcome badAudioOrError(Throwable failure) {
        if (failure instanceof UndecodableAudioException) {
            return new Outcome("invalid", "undecodable_audio");
        }
        if (failure instanceof UnsupportedAudioException) {
            return new Outcome("invalid", "unsupported_audio");
        }
        if (failure instanceof AudioTooLongException) {
            return new Outcome("invalid", "audio_too_long");
        }
        return new Outcome("error", "generation");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
