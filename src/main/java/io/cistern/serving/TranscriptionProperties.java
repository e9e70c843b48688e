package io.cistern.serving;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How recordings are transcribed.
 *
 * @param maxConcurrent recordings that are decoded and transcribed at the same time; further ones wait in the queue
 */
@Validated
@ConfigurationProperties("cistern.transcription")
public record TranscriptionProperties(
        @Min(1) @DefaultValue("8") int maxConcurrent) {}
