/** The HTTP surface: controllers, request and answer records, problem details. */
@NullMarked
package io.cistern.api;

import org.jspecify.annotations.NullMarked;
