/** Where in a recording somebody speaks. */
@NullMarked
package io.cistern.transcription.speech;

import org.jspecify.annotations.NullMarked;
