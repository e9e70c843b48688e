/** Turns the bytes of an upload, in any common format, into what a speech model hears: 16 kHz mono samples. */
@NullMarked
package io.cistern.audio;

import org.jspecify.annotations.NullMarked;
