/** From a recording to text: windows, languages, fallbacks, segments, words and subtitles. */
@NullMarked
package io.cistern.transcription;

import org.jspecify.annotations.NullMarked;
