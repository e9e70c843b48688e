package io.cistern.serving;

import io.cistern.model.Precision;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * A model to load at start.
 *
 * @param id name that requests choose the model by: letters, digits, '.', '_' and '-'
 * @param path folder of the checkpoint as on the Hugging Face hub, relative to the working directory or, where it is
 *     not there, to the folder of the jar
 * @param precision fp32 gives what Transformers gives, int8 is faster and smaller, auto takes int8 where this CPU
 *     multiplies it exactly; bf16 and bf16-int8 are for audio models
 * @param capacity cache capacity of this model where it differs from cistern.capacity
 * @param aliases other names that requests may choose it by
 */
public record ModelProperties(
        @NotNull @Pattern(regexp = "[A-Za-z0-9][A-Za-z0-9._-]*")
        String id,

        @NotNull Path path,
        @DefaultValue("fp32") Precision precision,
        @Valid @DefaultValue CapacityOverride capacity,
        @DefaultValue List<@NotBlank String> aliases) {

    public ModelProperties {
        aliases = List.copyOf(aliases);
    }

    /** Fails if the model, at this place of {@code cistern.models}, has no id or no path. */
    void requireComplete(int place) {
        if (!StringUtils.hasText(id)) {
            throw new IncompleteModelException(place, "id");
        }
        if (path == null) {
            throw new IncompleteModelException(place, "path");
        }
    }

    /** Returns its id and its aliases. */
    Stream<String> names() {
        return Stream.concat(Stream.of(id), aliases.stream());
    }
}
