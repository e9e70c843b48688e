package io.cistern.api.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says where the JSON of a route has its parameters, which the code behind it knows by their bare names. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ParametersAt {

    /** Returns the object that holds them, such as {@code parameters}. */
    String value();
}
