/** Whisper: speech to text. */
@NullMarked
package io.cistern.model.whisper;

import org.jspecify.annotations.NullMarked;
