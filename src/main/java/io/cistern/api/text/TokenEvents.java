package io.cistern.api.text;

import io.cistern.serving.GenerationAnswer;
import java.util.List;

/** The events of a stream of tokens, in the shape of one protocol; each becomes JSON. */
public interface TokenEvents {

    /** Returns the event of a token that others follow. */
    Object token(StreamedToken token);

    /** Returns the event of the last token, and those after it. */
    List<Object> last(StreamedToken token, GenerationAnswer answer);
}
