package io.cistern.serving;

import io.cistern.model.Precision;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The settings of the service.
 *
 * @param capacity cache capacity of every model that does not set its own
 * @param models models to load at start; the first of its kind answers requests that name none. Default: those
 *     in models/, g2p-en and whisper-tiny.en
 * @param threads threads that compute one step; a text model of fewer than 8 million weights always takes one.
 *     Default: the physical cores this process may use
 * @param queueCapacity inputs that may wait for a model; more are refused with status 429
 * @param encoderShare largest part of a text model's computing time that encoding new inputs takes while others
 *     decode: above 0, at most 1
 * @param unknownModel what a request that names an unknown model gets
 * @param deadline time that a request may take
 * @param maxRequestSize largest body of a request that is no recording; larger ones are refused with status 413
 * @param uploadTimeout time in which the whole body of a request must arrive; else status 408
 * @param heartbeat how often it is looked whether clients that wait for an answer are still there; streams in which
 *     nothing happens get a comment that often
 * @param stallTimeout time after which a step that has not ended turns liveness down
 */
@Validated
@ConfigurationProperties("cistern")
public record CisternProperties(
        @Valid @NestedConfigurationProperty @DefaultValue CapacityProperties capacity,
        @Valid @DefaultValue List<ModelProperties> models,
        @Min(1) @Nullable Integer threads,
        @Min(1) @DefaultValue("128") int queueCapacity,

        @DecimalMin("0.01") @DecimalMax("1") @DefaultValue("0.75")
        double encoderShare,

        @NotNull @DefaultValue("refuse") UnknownModelRule unknownModel,
        @Valid @NestedConfigurationProperty @DefaultValue DeadlineProperties deadline,
        @NotNull @DefaultValue("2MB") DataSize maxRequestSize,

        @NotNull @DurationMin(millis = 1) @DefaultValue("5m")
        Duration uploadTimeout,

        @NotNull @DurationMin(millis = 10) @DefaultValue("2s")
        Duration heartbeat,

        @NotNull @DurationMin(millis = 1) @DefaultValue("2m")
        Duration stallTimeout) {

    private static final List<ModelProperties> CARRIED_MODELS = List.of(
            new ModelProperties(
                    "g2p-en", Path.of("models", "g2p-en"), Precision.FP32, CapacityOverride.NONE, List.of()),
            new ModelProperties(
                    "whisper-tiny.en",
                    Path.of("models", "whisper-tiny.en"),
                    Precision.FP32,
                    new CapacityOverride(8, 448, 1500),
                    List.of("whisper-1")));

    public CisternProperties {
        models = models.isEmpty() ? CARRIED_MODELS : List.copyOf(models);
        requireComplete(models);
        requireDistinctNames(models);
        SettingBounds.requireAtLeast(DataSize.ofBytes(1), maxRequestSize, "cistern.max-request-size");
    }

    /** Before anything takes a name from an id. */
    private static void requireComplete(List<ModelProperties> models) {
        for (int i = 0; i < models.size(); i++) {
            models.get(i).requireComplete(i);
        }
    }

    private static void requireDistinctNames(List<ModelProperties> models) {
        Set<String> seen = new HashSet<>();
        models.stream().flatMap(ModelProperties::names).forEach(name -> {
            if (!seen.add(name)) {
                throw new IllegalArgumentException(
                        "cistern.models has the id or alias '%s' more than once".formatted(name));
            }
        });
    }
}
