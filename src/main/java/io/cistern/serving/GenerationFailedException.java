package io.cistern.serving;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.Listening;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.transcription.InvalidTranscriptionException;
import java.util.Set;
import java.util.concurrent.CancellationException;

/** The computation of a request failed: a native error, or logits that are not numbers. */
public final class GenerationFailedException extends RuntimeException {

    /** What a request asked wrongly, gave up or came at the wrong time for. */
    static final Set<Class<? extends RuntimeException>> TOLD = Set.of(
            CacheCapacityExceededException.class,
            InvalidGenerationConfigException.class,
            NoPossibleTokenException.class,
            UndecodableAudioException.class,
            UnsupportedAudioException.class,
            AudioTooLongException.class,
            InvalidTranscriptionException.class,
            ModelUnavailableException.class,
            DeadlineExceededException.class,
            CancellationException.class,
            GenerationFailedException.class);

    public GenerationFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns how a request is told of a failure: of the kinds above as it is, of any other as a failed computation. */
    static RuntimeException told(Throwable failure) {
        Throwable cause = Listening.cause(failure);
        return cause instanceof RuntimeException told && TOLD.stream().anyMatch(kind -> kind.isInstance(told))
                ? told
                : new GenerationFailedException("the computation failed: " + cause.getMessage(), cause);
    }
}
