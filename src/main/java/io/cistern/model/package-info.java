/** Encoder-decoder models and their families. */
@NullMarked
package io.cistern.model;

import org.jspecify.annotations.NullMarked;
