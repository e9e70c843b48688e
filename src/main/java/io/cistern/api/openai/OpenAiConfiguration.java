package io.cistern.api.openai;

import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the controllers below {@code /v1} are made of. */
@Configuration(proxyBeanMethods = false)
public class OpenAiConfiguration {

    @Bean
    CompletionTasks completionTasks() {
        return new CompletionTasks(() -> ThreadLocalRandom.current().nextLong(Long.MAX_VALUE));
    }
}
