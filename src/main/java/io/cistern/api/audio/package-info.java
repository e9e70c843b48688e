/** Speech to text in the shapes of OpenAI and of Hugging Face. */
@NullMarked
package io.cistern.api.audio;

import org.jspecify.annotations.NullMarked;
