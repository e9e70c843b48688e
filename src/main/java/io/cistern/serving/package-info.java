/** Between HTTP and models: loads models, admits requests and runs the decode loops. */
@NullMarked
package io.cistern.serving;

import org.jspecify.annotations.NullMarked;
