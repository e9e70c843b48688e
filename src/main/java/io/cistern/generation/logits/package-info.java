/** Changes to the scores of the next token before it is chosen. */
@NullMarked
package io.cistern.generation.logits;

import org.jspecify.annotations.NullMarked;
