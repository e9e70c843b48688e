package io.cistern.observability;

import io.cistern.serving.EchoSource;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Serves a model in plain Java. */
@TestConfiguration(proxyBeanMethods = false)
public class WithoutEngine {

    @Bean
    @Primary
    EchoSource echoSource() {
        return new EchoSource();
    }
}
