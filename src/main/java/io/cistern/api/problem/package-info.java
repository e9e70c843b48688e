/** Typed exceptions to problem details: RFC 9457 on native routes, OpenAI's error object below /v1, {error} below /v2. */
@NullMarked
package io.cistern.api.problem;

import org.jspecify.annotations.NullMarked;
