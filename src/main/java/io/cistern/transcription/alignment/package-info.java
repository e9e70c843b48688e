/** When each word is spoken, from how the decoder's tokens attend to the recording. */
@NullMarked
package io.cistern.transcription.alignment;

import org.jspecify.annotations.NullMarked;
