package io.cistern.settings;

import io.cistern.api.security.SecurityProperties;
import io.cistern.serving.AudioProperties;
import io.cistern.serving.CisternProperties;
import io.cistern.serving.TranscriptionProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Fails the start where something below {@code cistern} is set that is no setting: it would be ignored without a word.
 * Of an environment variable it only warns, as platforms make some of their own: Kubernetes sets CISTERN_PORT where a
 * service is called cistern. One that was to secure the service is an exception.
 */
public final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    static final List<Class<? extends Record>> SETTINGS = List.of(
            CisternProperties.class, AudioProperties.class, TranscriptionProperties.class, SecurityProperties.class);

    private static final Logger log = LoggerFactory.getLogger(SettingsCheck.class);

    private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("cistern");

    private final SettingNames names = new SettingNames(SETTINGS);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        List<UnknownSetting> unknown = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(context.getEnvironment())) {
            if (source instanceof IterableConfigurationPropertySource known) {
                collect(known, unknown);
            }
        }
        if (!unknown.isEmpty()) {
            throw new UnknownSettingException(unknown);
        }
    }

    private void collect(IterableConfigurationPropertySource source, List<UnknownSetting> unknown) {
        if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource) {
            unknown(source, names::containsVariable, names::nearestToVariable).forEach(variable -> {
                if (variable.isMeantToSecure()) {
                    unknown.add(variable);
                } else {
                    log.warn("{}", variable);
                }
            });
        } else {
            unknown(source, names::contains, names::nearest).forEach(unknown::add);
        }
    }

    private static Stream<UnknownSetting> unknown(
            IterableConfigurationPropertySource source,
            Predicate<String> known,
            Function<String, Optional<String>> nearest) {
        return source.stream()
                .filter(ALL::isAncestorOf)
                .filter(name -> !known.test(name.toString()))
                .distinct()
                .map(name -> unknown(name, source, nearest.apply(name.toString())));
    }

    private static UnknownSetting unknown(
            ConfigurationPropertyName name, ConfigurationPropertySource source, Optional<String> nearest) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        return new UnknownSetting(
                name.toString(),
                property == null || property.getOrigin() == null
                        ? ""
                        : property.getOrigin().toString(),
                nearest.orElse(null));
    }
}
