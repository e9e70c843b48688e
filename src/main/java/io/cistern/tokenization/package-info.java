/** Text to token ids and back. */
@NullMarked
package io.cistern.tokenization;

import org.jspecify.annotations.NullMarked;
