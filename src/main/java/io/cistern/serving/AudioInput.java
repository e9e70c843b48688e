package io.cistern.serving;

import io.cistern.audio.AudioSource;
import java.io.IOException;

/** The bytes of a recording as they arrived, which can be opened more than once. */
@FunctionalInterface
public interface AudioInput {

    AudioSource open() throws IOException;
}
