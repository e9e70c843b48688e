package io.cistern.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names what a handler with a body reads of the query; anything else there is refused by {@link QueryInterceptor}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ReadsQuery {

    /** Returns the names of the parameters. */
    String[] value();
}
