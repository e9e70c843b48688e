/** The Open Inference Protocol, version 2: health, metadata and text generation. */
@NullMarked
package io.cistern.api.inference;

import org.jspecify.annotations.NullMarked;
