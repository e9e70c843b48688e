package io.cistern.api.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who may use the service. Without a key everybody may; with one, every route but the health probes wants
 * {@code Authorization: Bearer KEY}.
 *
 * @param apiKeys the keys, best given in the environment variable CISTERN_SECURITY_APIKEYS; the start fails if there are
 *     none in it
 * @param apiKeyFile path of a file with one key on each line; empty lines and lines that start with # are skipped. Text,
 *     as an empty path would be bound as an absent one
 */
@ConfigurationProperties("cistern.security")
public record SecurityProperties(
        @Nullable List<String> apiKeys, @Nullable String apiKeyFile) {

    /** Names the number of keys and never the keys. */
    @Override
    public String toString() {
        return "SecurityProperties[%d keys, apiKeyFile=%s]".formatted(apiKeys == null ? 0 : apiKeys.size(), apiKeyFile);
    }
}
