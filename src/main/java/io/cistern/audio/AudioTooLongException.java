package io.cistern.audio;

/** A recording exceeds a limit; how far it would have gone on is not known, because decoding ended there. */
public final class AudioTooLongException extends RuntimeException {

    /** The limit that was exceeded, with the setting that raises it. */
    public enum Bound {
        UPLOAD_BYTES("bytes", "cistern.audio.max-upload-size"),
        SECONDS("s", "cistern.audio.max-duration"),
        DECODED_BYTES("decoded bytes", "cistern.audio.max-decoded-size");

        private final String unit;
        private final String setting;

        Bound(String unit, String setting) {
            this.unit = unit;
            this.setting = setting;
        }

        /** Returns the property that raises this limit. */
        public String setting() {
            return setting;
        }
    }

    private final Bound bound;
    private final long given;
    private final long limit;

    public AudioTooLongException(Bound bound, long given, long limit) {
        super("audio of at least %d %s exceeds the configured limit of %d %s (%s)"
                .formatted(given, bound.unit, limit, bound.unit, bound.setting));
        this.bound = bound;
        this.given = given;
        this.limit = limit;
    }

    public Bound bound() {
        return bound;
    }

    /** Returns what was reached, in the bound's unit, when decoding ended. */
    public long given() {
        return given;
    }

    public long limit() {
        return limit;
    }
}
