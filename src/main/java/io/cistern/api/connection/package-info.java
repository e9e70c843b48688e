/** Answers that take time: no thread waits for them, and nothing is computed for clients that are gone. */
@NullMarked
package io.cistern.api.connection;

import org.jspecify.annotations.NullMarked;
