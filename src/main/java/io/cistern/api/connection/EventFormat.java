package io.cistern.api.connection;

/**
 * How the clients of a route want events to be written.
 *
 * @param prefix what stands before the data of an event
 * @param terminator data of the event that ends a stream; empty where the end of the body says it
 */
public record EventFormat(String prefix, String terminator) {

    /** Text Generation Inference's. */
    public static final EventFormat PLAIN = new EventFormat("data:", "");

    /** OpenAI's; clients look for exactly {@code data: [DONE]}. */
    public static final EventFormat TERMINATED = new EventFormat("data: ", "[DONE]");
}
