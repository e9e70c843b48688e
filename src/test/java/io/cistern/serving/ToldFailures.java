package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.transcription.InvalidTranscriptionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;

/** One failure of each kind that a request is told of as it is. */
public final class ToldFailures {

    private ToldFailures() {}

    public static List<RuntimeException> all() {
        List<RuntimeException> all = List.of(
                new CacheCapacityExceededException(CacheCapacityExceededException.Bound.ENCODER_LENGTH, 9, 8),
                new InvalidGenerationConfigException("top_p", 2, "below 1"),
                new NoPossibleTokenException(32),
                new UndecodableAudioException("noise"),
                new UnsupportedAudioException("wma"),
                new AudioTooLongException(AudioTooLongException.Bound.SECONDS, 11, 10),
                new InvalidTranscriptionException("language", "xx", "one of de, en"),
                new ModelUnavailableException(ModelUnavailableException.Reason.NOT_READY, "model 'tiny'"),
                new DeadlineExceededException(
                        DeadlineExceededException.Phase.QUEUED,
                        Duration.ofSeconds(1),
                        DeadlineExceededException.Bound.SERVICE),
                new CancellationException(),
                new GenerationFailedException("broken", new IllegalStateException()));
        assertThat(all)
                .extracting(Object::getClass)
                .containsExactlyInAnyOrderElementsOf(List.<Class<?>>copyOf(GenerationFailedException.TOLD));
        return all;
    }
}
