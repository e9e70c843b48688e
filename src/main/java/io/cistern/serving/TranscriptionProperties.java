package io.cistern.serving;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How recordings are transcribed.
 *
 * @param maxConcurrent recordings of a model that are longer than a window and transcribed at the same time; further ones
 *     wait
 * @param encoderShare largest part of an audio model's computing time that encoding new windows takes while others
 *     decode: above 0, at most 1
 */
@Validated
@ConfigurationProperties("cistern.transcription")
public record TranscriptionProperties(
        @Min(1) @DefaultValue("8") int maxConcurrent,

        @DecimalMin("0.01") @DecimalMax("1") @DefaultValue("1")
        double encoderShare) {}
