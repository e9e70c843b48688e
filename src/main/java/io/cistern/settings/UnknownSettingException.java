package io.cistern.settings;

import java.util.List;
import java.util.stream.Collectors;

/** Something is set that is no setting. */
final class UnknownSettingException extends RuntimeException {

    UnknownSettingException(List<UnknownSetting> unknown) {
        super(unknown.stream().map(UnknownSetting::toString).collect(Collectors.joining(System.lineSeparator())));
    }
}
