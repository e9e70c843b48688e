package io.cistern.serving;

import io.cistern.audio.EncodedAudio;
import java.io.IOException;

/** The bytes of a recording as they arrived, which can be opened more than once. */
@FunctionalInterface
public interface AudioInput {

    EncodedAudio open() throws IOException;
}
