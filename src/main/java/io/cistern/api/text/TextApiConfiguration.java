package io.cistern.api.text;

import io.cistern.serving.ModelRegistry;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the text controllers are made of. */
@Configuration(proxyBeanMethods = false)
public class TextApiConfiguration {

    /** Below 2^53, so that programs which read numbers as doubles can send a drawn seed back unchanged. */
    private static final long SEED_BOUND = 1L << 53;

    @Bean
    TextModels textModels(ModelRegistry registry) {
        return new TextModels(registry);
    }

    @Bean
    TaskFactory taskFactory() {
        return new TaskFactory(() -> ThreadLocalRandom.current().nextLong(SEED_BOUND));
    }
}
