/** Text generation in the shape of Text Generation Inference. */
@NullMarked
package io.cistern.api.text;

import org.jspecify.annotations.NullMarked;
