package io.cistern.generation;

/** The model's logits contain NaN or positive infinity, so that no token follows from them. */
public final class LogitsNotFiniteException extends RuntimeException {

    private final int position;

    public LogitsNotFiniteException(int position, float logSumExp) {
        super("the logits of the token at decoder position %d are not finite: their log-sum-exp is %s"
                .formatted(position, logSumExp));
        this.position = position;
    }

    /** Returns the position in the decoder row of the token that could not be chosen. */
    public int position() {
        return position;
    }
}
