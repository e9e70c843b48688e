/** Transcripts as subtitle files. */
@NullMarked
package io.cistern.transcription.subtitle;

import org.jspecify.annotations.NullMarked;
