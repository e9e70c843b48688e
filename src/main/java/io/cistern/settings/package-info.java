/** Looks, before anything starts, whether all that is set below {@code cistern} is a setting. */
@NullMarked
package io.cistern.settings;

import org.jspecify.annotations.NullMarked;
