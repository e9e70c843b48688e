package io.cistern.serving;

import io.cistern.audio.AudioLimits;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * What a recording may cost, whatever its header says; one that costs more is refused with status 413.
 *
 * @param maxUploadSize largest recording as it arrives
 * @param maxDuration longest recording, counted in decoded samples
 * @param maxDecodedSize most bytes that decoding a recording may give in all, before it is mixed to one channel at
 *     16 kHz; nothing of that size is ever held
 */
@Validated
@ConfigurationProperties("cistern.audio")
public record AudioProperties(
        @NotNull @DefaultValue("25MB") DataSize maxUploadSize,
        @NotNull @DefaultValue("3h") Duration maxDuration,
        @NotNull @DefaultValue("8GB") DataSize maxDecodedSize) {

    private static final DataSize LEAST_SIZE = DataSize.ofBytes(1);
    private static final Duration LEAST_DURATION = Duration.ofSeconds(1);

    public AudioProperties {
        SettingBounds.requireAtLeast(LEAST_SIZE, maxUploadSize, "cistern.audio.max-upload-size");
        SettingBounds.requireAtLeast(LEAST_DURATION, maxDuration, "cistern.audio.max-duration");
        SettingBounds.requireAtLeast(LEAST_SIZE, maxDecodedSize, "cistern.audio.max-decoded-size");
    }

    AudioLimits toLimits() {
        return new AudioLimits(maxUploadSize.toBytes(), maxDuration, maxDecodedSize.toBytes());
    }
}
