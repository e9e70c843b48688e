package io.cistern.api.connection;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Documents the header of {@link RequestTimeout}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(
        name = RequestTimeout.HEADER,
        in = ParameterIn.HEADER,
        description =
                "Time until there must be an answer, else the status is 504: seconds, or a duration such as PT2M. At most cistern.deadline.maximum; without it cistern.deadline.default holds, for a recording until it begins.",
        schema = @Schema(type = "string", pattern = "^(\\d{1,9}(\\.\\d{1,9})?|P.+)$", example = "30"))
public @interface TimeLimited {}
