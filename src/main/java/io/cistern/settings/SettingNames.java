package io.cistern.settings;

import io.cistern.api.problem.NearestName;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;

/** The names of all settings and of their groups, such as {@code cistern.models[n].path}. */
final class SettingNames {

    private final Set<String> names = new TreeSet<>();
    private final Set<String> uniform;
    private final Set<String> flat;

    /** @param records what settings are bound to, each with the prefix of its names */
    SettingNames(List<Class<? extends Record>> records) {
        records.forEach(type ->
                addGroup(type.getAnnotation(ConfigurationProperties.class).value(), type));
        uniform = names.stream().map(SettingNames::uniform).collect(Collectors.toUnmodifiableSet());
        flat = names.stream().map(SettingNames::flat).collect(Collectors.toUnmodifiableSet());
    }

    private void addGroup(String group, Class<?> type) {
        names.add(group);
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                add(group + "." + name(field), ResolvableType.forField(field));
            }
        }
    }

    private void add(String name, ResolvableType type) {
        names.add(name);
        if (type.toClass() == List.class) {
            add(name + "[n]", type.getGeneric());
        } else if (type.toClass().isRecord()) {
            addGroup(name, type.toClass());
        }
    }

    private static String name(Field field) {
        Name given = field.getAnnotation(Name.class);
        return given == null ? DataObjectPropertyName.toDashedForm(field.getName()) : given.value();
    }

    /** Returns whether there is such a setting; dashes, underscores and capitals make no difference. */
    boolean contains(String name) {
        return uniform.contains(uniform(name));
    }

    /** Returns whether an environment variable can mean a setting: there an underscore may be a dot or a dash. */
    boolean containsVariable(String name) {
        return flat.contains(flat(name));
    }

    /** Returns the setting whose own name is the most like this one, in whatever group, or else the whole name. */
    Optional<String> nearest(String given) {
        List<String> ownNames = names.stream().map(SettingNames::ownName).toList();
        return NearestName.of(ownName(given), ownNames)
                .flatMap(own -> names.stream()
                        .filter(name -> ownName(name).equals(own))
                        .min(Comparator.comparingInt(name -> NearestName.distance(given, name))))
                .or(() -> NearestName.of(given, names));
    }

    /** Returns the setting whose whole name is the most like that of an environment variable. */
    Optional<String> nearestToVariable(String given) {
        return NearestName.of(flat(given), flat)
                .flatMap(nearest -> names.stream()
                        .filter(name -> flat(name).equals(nearest))
                        .findFirst());
    }

    private static String ownName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("\\[(n|\\d+)]", "[]").replaceAll("[-_]", "");
    }

    private static String flat(String name) {
        return uniform(name).replaceAll("[.\\[\\]]", "");
    }
}
