package io.cistern.serving;

/** Runs generation tasks: tokenizes, checks the capacity, queues, decodes. */
public interface GenerationService {

    /**
     * Begins a task. What is wrong with the task, and whether there is room for it, is known before anything is
     * computed and thrown here; everything later is the outcome of the call.
     *
     * @throws io.cistern.generation.InvalidGenerationConfigException if a parameter is out of its bounds
     * @throws io.cistern.cache.CacheCapacityExceededException if an input, the rows or the tokens asked for do not fit
     * @throws ModelUnavailableException if the model is not ready or shutting down
     * @throws QueueFullException if too many requests wait
     */
    GenerationCall start(ServedModel model, GenerationTask task, GenerationListener listener);
}
