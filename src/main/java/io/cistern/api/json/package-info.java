/** Strict JSON: nothing is coerced, repeated or unknown. */
@NullMarked
package io.cistern.api.json;

import org.jspecify.annotations.NullMarked;
