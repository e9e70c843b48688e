/** Health, metrics and build facts for Actuator. */
@NullMarked
package io.cistern.observability;

import org.jspecify.annotations.NullMarked;
