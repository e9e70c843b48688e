package io.cistern.api;

import io.cistern.api.json.StrictJson;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** What holds for all routes: strict JSON, the size of a body, the description of the API. */
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

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Cistern")
                        .version("1")
                        .description("Generation from encoder-decoder models whose key/value caches are allocated once.")
                        .license(new License().name("Apache-2.0")));
    }
}
