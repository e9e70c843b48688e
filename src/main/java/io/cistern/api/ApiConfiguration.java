package io.cistern.api;

import io.cistern.api.json.StrictJson;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** What holds for all routes: strict JSON and the size of a body. */
@Configuration(proxyBeanMethods = false)
public class ApiConfiguration {

    @Bean
    StrictJson strictJson() {
        return new StrictJson();
    }

    @Bean
    RequestSizeFilter requestSizeFilter(
            @Value("${cistern.max-request-size:2MB}") DataSize limit,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        return new RequestSizeFilter(limit.toBytes(), problems);
    }

    /** Names of models may hold slashes, which clients encode in paths; the container would refuse them unseen. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashes() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
