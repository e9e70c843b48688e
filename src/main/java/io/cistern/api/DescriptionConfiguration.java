package io.cistern.api;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Describes the API, and mends what the generator of the description gets wrong. */
@Configuration(proxyBeanMethods = false)
class DescriptionConfiguration {

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .components(new Components()
                        .addSecuritySchemes(
                                "apiKey",
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")
                                        .description("Where the service has keys (cistern.security).")))
                .addSecurityItem(new SecurityRequirement())
                .addSecurityItem(new SecurityRequirement().addList("apiKey"))
                .info(new Info()
                        .title("Cistern")
                        .version("1")
                        .description(
                                "Generation from encoder-decoder models whose key/value caches are allocated once.")
                        .license(new License().name("Apache-2.0")));
    }

    /** OpenAPI 3.1 has numbers for bounds that are excluded; the generator writes them as included. */
    @Bean
    PropertyCustomizer excludedBounds() {
        return (schema, type) -> {
            Annotation[] annotations = type.getCtxAnnotations();
            Stream<Annotation> all = annotations == null ? Stream.empty() : Arrays.stream(annotations);
            all.forEach(annotation -> exclude(schema, annotation));
            return schema;
        };
    }

    private static void exclude(Schema<?> schema, Annotation annotation) {
        if (annotation instanceof DecimalMin minimum && !minimum.inclusive()) {
            schema.exclusiveMinimumValue(schema.getMinimum()).minimum(null);
        }
        if (annotation instanceof DecimalMax maximum && !maximum.inclusive()) {
            schema.exclusiveMaximumValue(schema.getMaximum()).maximum(null);
        }
    }

    /** A field of several JSON types is only that; the generator adds the fields of the Java type. */
    @Bean
    OpenApiCustomizer alternatives() {
        return api -> api.getComponents().getSchemas().values().stream()
                .filter(schema -> schema.getOneOf() != null)
                .forEach(schema -> {
                    schema.setType(null);
                    schema.setTypes(null);
                    schema.setProperties(null);
                });
    }
}
