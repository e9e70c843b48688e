package io.cistern.api.inference;

import io.cistern.serving.ModelRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the controllers below {@code /v2} are made of. */
@Configuration(proxyBeanMethods = false)
public class InferenceConfiguration {

    @Bean
    InferenceModels inferenceModels(ModelRegistry registry) {
        return new InferenceModels(registry);
    }
}
