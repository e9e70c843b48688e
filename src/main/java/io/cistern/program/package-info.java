/** TorchScript programs from source text: the only way tensors are computed. */
@NullMarked
package io.cistern.program;

import org.jspecify.annotations.NullMarked;
