package io.cistern.serving;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One input in a batch.
 *
 * @param tokenIds the input's tokens, end-of-sequence token included
 * @param config how to generate
 * @param seed seed of this input's random numbers
 * @param logits is given the raw logits of every row at every step
 * @param result is completed by the batch; whoever completes it earlier makes the input leave the batch
 */
record DecodeEntry(
        int[] tokenIds,
        GenerationConfig config,
        long seed,
        Consumer<float[]> logits,
        CompletableFuture<GenerationResult> result) {}
