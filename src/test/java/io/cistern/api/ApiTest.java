package io.cistern.api;

import io.cistern.api.audio.AudioApiConfiguration;
import io.cistern.api.inference.InferenceConfiguration;
import io.cistern.api.openai.OpenAiConfiguration;
import io.cistern.api.security.SecurityConfiguration;
import io.cistern.api.text.TextApiConfiguration;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;

/** Starts the HTTP surface with models and service replaced by {@link MockedModel}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WebMvcTest
@Import({
    ApiConfiguration.class,
    SecurityConfiguration.class,
    TextApiConfiguration.class,
    OpenAiConfiguration.class,
    InferenceConfiguration.class,
    AudioApiConfiguration.class,
    MockedModel.class
})
public @interface ApiTest {}
