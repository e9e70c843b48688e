package io.cistern.api.text;

import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.PendingAnswers;
import io.cistern.serving.GenerationService;
import io.cistern.serving.ModelRegistry;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

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
    TextAnswers textAnswers(GenerationService service, ConnectionLoop loop, PendingAnswers pending, JsonMapper mapper) {
        return new TextAnswers(service, loop, pending, mapper);
    }

    @Bean
    TaskFactory taskFactory() {
        return new TaskFactory(() -> ThreadLocalRandom.current().nextLong(SEED_BOUND));
    }
}
