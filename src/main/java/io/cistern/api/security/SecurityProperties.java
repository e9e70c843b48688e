package io.cistern.api.security;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may use the service. Without a key everybody may; with one, every route but the health probes wants
 * {@code Authorization: Bearer KEY}.
 *
 * @param apiKeys the keys, best given in the environment variable CISTERN_SECURITY_APIKEYS
 * @param apiKeyFile a file with one key on each line; empty lines and lines that start with # are skipped
 */
@ConfigurationProperties("cistern.security")
public record SecurityProperties(
        @DefaultValue List<String> apiKeys, @Nullable Path apiKeyFile) {

    /** Names the number of keys and never the keys. */
    @Override
    public String toString() {
        return "SecurityProperties[%d keys, apiKeyFile=%s]".formatted(apiKeys.size(), apiKeyFile);
    }
}
