package io.cistern.serving;

import io.cistern.transcription.TranscriptionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of a speech model.
 *
 * @param audio the recording, decoded when there is room for the request and not before
 * @param options how to transcribe it
 * @param timeout time until there must be a transcript; with null it must begin within the default of the
 *     service and may then take as long as it takes
 */
public record TranscriptionTask(
        AudioInput audio,
        TranscriptionOptions options,
        @Nullable Duration timeout) {}
