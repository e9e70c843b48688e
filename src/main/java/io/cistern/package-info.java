/** Cistern: generation from encoder-decoder models out of key/value caches that are allocated once. */
@NullMarked
package io.cistern;

import org.jspecify.annotations.NullMarked;
