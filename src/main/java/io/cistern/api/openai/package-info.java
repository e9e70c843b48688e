/** Text completion and models in OpenAI's shape. */
@NullMarked
package io.cistern.api.openai;

import org.jspecify.annotations.NullMarked;
