package io.cistern.observability;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves the whole of tracing out of a service that exports no traces. Boot's own switch keeps the spans and the thread
 * that would send them, and only takes the exporter away.
 */
final class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final String TRACING = "org.springframework.boot.micrometer.tracing.";
    private static final String SDK = "org.springframework.boot.opentelemetry.";

    private boolean enabled;

    @Override
    public void setEnvironment(Environment environment) {
        enabled = environment.getProperty("management.tracing.export.enabled", Boolean.class, false);
    }

    @Override
    public boolean[] match(@Nullable String[] autoConfigurations, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[autoConfigurations.length];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = enabled || !isTracing(autoConfigurations[i]);
        }
        return matches;
    }

    private static boolean isTracing(@Nullable String autoConfiguration) {
        return autoConfiguration != null
                && (autoConfiguration.startsWith(TRACING) || autoConfiguration.startsWith(SDK));
    }
}
