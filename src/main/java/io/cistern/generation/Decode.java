package io.cistern.generation;

/**
 * One decode of an input.
 *
 * @param config how it was asked for
 * @param promptLength tokens that the decoder is started with
 * @param search chooses the tokens that follow
 */
record Decode(GenerationConfig config, int promptLength, SearchStrategy search) {

    GenerationResult result(int encoderLength) {
        Long seed = config.doSample() ? config.seed() : null;
        return new GenerationResult(search.sequences(), encoderLength, promptLength, seed);
    }
}
