package io.cistern.audio;

/** A recording is in a format that is known and not read here. */
public final class UnsupportedAudioException extends RuntimeException {

    private final String format;

    public UnsupportedAudioException(String format) {
        super("audio format '%s' is not supported; send %s".formatted(format, SupportedFormats.FOR_PEOPLE));
        this.format = format;
    }

    /** Returns the name of the container or codec. */
    public String format() {
        return format;
    }
}
