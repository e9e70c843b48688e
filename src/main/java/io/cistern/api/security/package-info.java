/** Who may use the service. */
@NullMarked
package io.cistern.api.security;

import org.jspecify.annotations.NullMarked;
