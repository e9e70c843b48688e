package io.cistern.transcription;

import org.jspecify.annotations.Nullable;

/** A recording that is one clip. */
final class WholeClip implements ClipSource {

    private final CutClip clip;
    private boolean given;

    WholeClip(CutClip clip) {
        this.clip = clip;
    }

    @Override
    public @Nullable CutClip next() {
        boolean first = !given;
        given = true;
        return first ? clip : null;
    }

    @Override
    public long length() {
        return clip.clip().length();
    }
}
