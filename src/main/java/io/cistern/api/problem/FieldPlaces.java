package io.cistern.api.problem;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Where a request has its fields, such as {@code parameters.top_p}; a known field may be given at a wrong place. */
final class FieldPlaces {

    private final List<String> places = new ArrayList<>();

    private FieldPlaces() {}

    /** Finds the places of the request that a path begins in. */
    static FieldPlaces of(List<JacksonException.Reference> path) {
        FieldPlaces places = new FieldPlaces();
        Object request = path.get(0).from();
        if (request != null) {
            places.add("", request instanceof Class<?> type ? type : request.getClass());
        }
        return places;
    }

    private void add(String object, Class<?> type) {
        // What has a deserializer of its own looks different in JSON.
        if (type.isRecord() && !type.isAnnotationPresent(JsonDeserialize.class)) {
            for (RecordComponent component : type.getRecordComponents()) {
                String place = object + name(component);
                places.add(place);
                add(place + ".", component.getType());
            }
        }
    }

    private static String name(RecordComponent component) {
        JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null ? component.getName() : given.value();
    }

    /** Returns the first place of a known field. */
    Optional<String> of(String field) {
        return places.stream().filter(place -> field(place).equals(field)).findFirst();
    }

    /** Returns the first place of the known field with the nearest name. */
    Optional<String> nearest(String field) {
        return NearestName.of(field, places.stream().map(FieldPlaces::field).toList())
                .flatMap(this::of);
    }

    private static String field(String place) {
        return place.substring(place.lastIndexOf('.') + 1);
    }
}
