package io.cistern.api.security;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Asks for keys before anything of a request is read. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecurityProperties.class)
public class SecurityConfiguration {

    @Bean
    FilterRegistrationBean<ApiKeyFilter> apiKeyFilter(
            SecurityProperties properties, @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        FilterRegistrationBean<ApiKeyFilter> filter =
                new FilterRegistrationBean<>(new ApiKeyFilter(ApiKeys.of(properties), problems));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 20);
        return filter;
    }
}
