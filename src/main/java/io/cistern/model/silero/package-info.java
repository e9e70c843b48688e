/** Silero VAD, which tells speech from everything else. */
@NullMarked
package io.cistern.model.silero;

import org.jspecify.annotations.NullMarked;
