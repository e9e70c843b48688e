/** The T5 family by configuration: T5, FLAN-T5, mT5, umT5, ByT5. */
@NullMarked
package io.cistern.model.t5;

import org.jspecify.annotations.NullMarked;
