package io.cistern.api;

import io.cistern.api.RequestSizeFilter.Limit;
import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.ConnectionProtocol;
import io.cistern.api.connection.ConnectionValve;
import io.cistern.api.connection.PendingAnswers;
import io.cistern.api.connection.UploadValve;
import io.cistern.api.json.StrictJson;
import io.cistern.api.json.Utf8Only;
import io.cistern.api.problem.ProblemReportValve;
import io.cistern.serving.AudioProperties;
import io.cistern.serving.CisternProperties;
import jakarta.servlet.Filter;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** What holds for all routes: strict JSON, queries, the size and encoding of a body, request ids and security headers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CisternProperties.class, AudioProperties.class})
public class ApiConfiguration {

    private static final int MOST_TOKENS = 40_000;

    @Bean
    StrictJson strictJson() {
        return new StrictJson();
    }

    @Bean
    Readiness readiness(ApplicationAvailability availability) {
        return new Readiness(availability);
    }

    /**
     * As Boot's builder, for UTF-8 only and with bounds on what is parsed: the longest request that breaks no rule has
     * half as many tokens, and hundreds of thousands of wrong ones are not worth reading. A recording in JSON may be
     * longer than any other text, since it never becomes a string.
     */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    JsonMapper.Builder jsonMapperBuilder(List<JsonMapperBuilderCustomizer> customizers, CisternProperties properties) {
        StreamReadConstraints bounds = StreamReadConstraints.builder()
                .maxTokenCount(MOST_TOKENS)
                .maxStringLength((int) Math.min(properties.maxRequestSize().toBytes(), Integer.MAX_VALUE))
                .build();
        JsonMapper.Builder builder = JsonMapper.builder(JsonFactory.builder()
                .streamReadConstraints(bounds)
                .inputDecorator(new Utf8Only())
                .build());
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    @Bean
    FilterRegistrationBean<RequestIdFilter> requestIdFilter() {
        return inOrder(new RequestIdFilter(), Ordered.HIGHEST_PRECEDENCE);
    }

    @Bean
    FilterRegistrationBean<SecurityHeadersFilter> securityHeadersFilter() {
        return inOrder(new SecurityHeadersFilter(), Ordered.HIGHEST_PRECEDENCE + 10);
    }

    @Bean
    FilterRegistrationBean<ContentEncodingFilter> contentEncodingFilter(
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        return inOrder(new ContentEncodingFilter(problems), Ordered.HIGHEST_PRECEDENCE + 25);
    }

    @Bean
    FilterRegistrationBean<RequestSizeFilter> requestSizeFilter(
            CisternProperties properties,
            AudioProperties audio,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        RequestSizeFilter filter = new RequestSizeFilter(
                new Limit(properties.maxRequestSize().toBytes(), "cistern.max-request-size"),
                new Limit(audio.maxUploadSize().toBytes(), "cistern.audio.max-upload-size"),
                problems);
        return inOrder(filter, Ordered.HIGHEST_PRECEDENCE + 30);
    }

    @Bean
    WebMvcConfigurer queries() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new QueryInterceptor());
            }
        };
    }

    /** After all other filters: without a key the page stays closed. */
    @Bean
    @ConditionalOnBooleanProperty(
            name = {"springdoc.api-docs.enabled", "springdoc.swagger-ui.enabled"},
            matchIfMissing = true)
    FilterRegistrationBean<FrontPageFilter> frontPageFilter(@Value("${springdoc.swagger-ui.path}") String page) {
        return inOrder(new FrontPageFilter(page), Ordered.LOWEST_PRECEDENCE);
    }

    private static <F extends Filter> FilterRegistrationBean<F> inOrder(F filter, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        return registration;
    }

    @Bean
    ConnectionLoop connectionLoop(CisternProperties properties) {
        return new ConnectionLoop(properties.heartbeat());
    }

    @Bean
    PendingAnswers pendingAnswers(ConnectionLoop loop) {
        return new PendingAnswers(loop);
    }

    /** Half of the threads may wait for bodies; the others answer what has come, health probes first of all. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connections(
            CisternProperties properties,
            @Value("${server.tomcat.max-swallow-size:2MB}") DataSize mostDiscarded,
            @Value("${server.tomcat.threads.max:200}") int threads) {
        return server -> {
            server.setProtocol(ConnectionProtocol.class.getName());
            server.addEngineValves(
                    new ConnectionValve(),
                    new UploadValve(properties.uploadTimeout(), mostDiscarded.toBytes(), Math.max(1, threads / 2)));
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemReports() {
        return server -> server.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemReportValve.class.getName());
            }
        });
    }

    /** Names of models may hold slashes, which clients encode in paths; the container would refuse them unseen. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
