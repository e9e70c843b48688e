package io.cistern.api;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Describes the API, and mends what the generator of the description gets wrong. */
@Configuration(proxyBeanMethods = false)
class DescriptionConfiguration {

    private static final String SINGLE_VALUE = "x-single-value";

    private static final Map<String, String> COMMON_PROBLEMS = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            "401", "The service has keys, and the request has none of them.",
            "404", "The model is not loaded.",
            "408", "The body came too slowly.",
            "413", "The body is too large, or the recording too long.",
            "415", "The body is of another type or compressed, or the recording in a format that is not read.",
            "429", "Too many requests wait, or too many bodies are on their way.",
            "500", "The computation failed.",
            "503", "Not ready, or shutting down.",
            "504", "There is no answer in time.")));

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
            annotations(type).forEach(annotation -> exclude(schema, annotation));
            return schema;
        };
    }

    private static Stream<Annotation> annotations(AnnotatedType type) {
        Annotation[] annotations = type.getCtxAnnotations();
        return annotations == null ? Stream.empty() : Arrays.stream(annotations);
    }

    private static void exclude(Schema<?> schema, Annotation annotation) {
        if (annotation instanceof DecimalMin minimum && !minimum.inclusive()) {
            schema.exclusiveMinimumValue(schema.getMinimum()).minimum(null);
        }
        if (annotation instanceof DecimalMax maximum && !maximum.inclusive()) {
            schema.exclusiveMaximumValue(schema.getMaximum()).maximum(null);
        }
    }

    /** Marks a list that a single value may stand for: what it holds is known only when the description is complete. */
    @Bean
    PropertyCustomizer singleValues() {
        return (schema, type) -> annotations(type).anyMatch(DescriptionConfiguration::acceptsSingleValue)
                ? schema.extensions(Map.of(SINGLE_VALUE, true))
                : schema;
    }

    private static boolean acceptsSingleValue(Annotation annotation) {
        return annotation instanceof JsonFormat format
                && List.of(format.with()).contains(JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY);
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

    /** A marked list may be one value, and a field that is not required may be null, which means leaving it out. */
    @Bean
    @SuppressWarnings("rawtypes") // as the properties are in the library
    OpenApiCustomizer fields() {
        return api -> api.getComponents().getSchemas().values().forEach(schema -> {
            Map<String, Schema> properties = schema.getProperties();
            if (properties != null) {
                List<String> required = Objects.requireNonNullElse(schema.getRequired(), List.of());
                properties.replaceAll((name, property) -> described(property, required.contains(name)));
            }
        });
    }

    private static Schema<?> described(Schema<?> property, boolean required) {
        Schema<?> described = singleOrSeveral(property);
        return required ? described : orNull(described);
    }

    private static Schema<?> singleOrSeveral(Schema<?> property) {
        Map<String, Object> extensions = property.getExtensions();
        if (extensions == null || !extensions.containsKey(SINGLE_VALUE)) {
            return property;
        }
        property.setExtensions(null);
        property.getItems().setExtensions(null);
        return new JsonSchema().anyOf(List.of(property.getItems(), property)).description(property.getDescription());
    }

    @SuppressWarnings("rawtypes") // as the alternatives are in the library
    private static <T> Schema<?> orNull(Schema<T> property) {
        if (property.getTypes() == null) { // a reference, or alternatives
            List<Schema> alternatives =
                    new ArrayList<>(Objects.requireNonNullElse(property.getAnyOf(), List.of(property)));
            alternatives.add(new JsonSchema().typesItem("null"));
            return new JsonSchema().anyOf(alternatives).description(property.getDescription());
        }
        Set<String> types = new LinkedHashSet<>(property.getTypes());
        types.add("null");
        property.setTypes(types);
        if (property.getEnum() != null) {
            List<T> values = new ArrayList<>(property.getEnum());
            values.add(null);
            property.setEnum(values);
        }
        return property;
    }

    /** What takes a body may refuse it or fail; the answer has the shape of the route's other refusals. */
    @Bean
    OpenApiCustomizer commonProblems() {
        return api -> api.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .filter(operation -> operation.getRequestBody() != null)
                .map(Operation::getResponses)
                .forEach(DescriptionConfiguration::addCommonProblems);
    }

    private static void addCommonProblems(ApiResponses responses) {
        ApiResponse invalid = responses.get("400");
        if (invalid != null) {
            COMMON_PROBLEMS.forEach((status, description) -> responses.putIfAbsent(
                    status, new ApiResponse().description(description).content(invalid.getContent())));
        }
    }
}
