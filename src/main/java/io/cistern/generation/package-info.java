/** The autoregressive loop: search strategies, samplers and the batch that rows join and leave. */
@NullMarked
package io.cistern.generation;

import org.jspecify.annotations.NullMarked;
