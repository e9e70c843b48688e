/** Reads checkpoint folders as they are on the Hugging Face hub; executes nothing from them. */
@NullMarked
package io.cistern.checkpoint;

import org.jspecify.annotations.NullMarked;
