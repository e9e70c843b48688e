package io.cistern.api.security;

import org.jspecify.annotations.Nullable;

/** The API keys that the settings name cannot be read, or cannot be sent by anybody. */
final class UnusableApiKeysException extends IllegalArgumentException {

    UnusableApiKeysException(String reason) {
        this(reason, null);
    }

    UnusableApiKeysException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
