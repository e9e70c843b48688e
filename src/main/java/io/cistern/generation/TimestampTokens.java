package io.cistern.generation;

import org.jspecify.annotations.Nullable;

/**
 * The tokens that tell where in a window of speech a segment begins and ends.
 *
 * @param first token of time 0: those behind it stand for 20 ms more each, and the one before it asks for no timestamps
 * @param endOfText token that ends a text; all below it stand for text
 * @param latestInitialIndex steps of 20 ms that the first timestamp is at most, null if it may be any
 */
public record TimestampTokens(
        int first, int endOfText, @Nullable Integer latestInitialIndex) {}
