/** The heart: key/value memory that is allocated once from a capacity, and leases of its rows. */
@NullMarked
package io.cistern.cache;

import org.jspecify.annotations.NullMarked;
