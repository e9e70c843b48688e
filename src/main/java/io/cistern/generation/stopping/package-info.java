/** When and where a text ends before the model ends it. */
@NullMarked
package io.cistern.generation.stopping;

import org.jspecify.annotations.NullMarked;
