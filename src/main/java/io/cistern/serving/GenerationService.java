package io.cistern.serving;

/** Runs generation tasks: tokenizes, checks the capacity, queues, decodes. */
public interface GenerationService {

    /**
     * Runs a task to its end.
     *
     * @throws io.cistern.generation.InvalidGenerationConfigException if a parameter is out of its bounds
     * @throws io.cistern.cache.CacheCapacityExceededException if an input, the rows or the tokens asked for do not fit
     * @throws io.cistern.generation.NoPossibleTokenException if the parameters forbid every token
     * @throws GenerationFailedException if the computation failed
     * @throws ModelUnavailableException if the model is not ready or shutting down
     * @throws QueueFullException if too many requests wait
     */
    GenerationAnswer generate(ServedModel model, GenerationTask task);
}
