package io.cistern.generation;

import java.util.List;

/** Decides step by step which tokens the rows of one input are fed, until its sequences are found. */
sealed interface SearchStrategy permits CandidateSearch, BeamSearch {

    /** Returns what the rows are fed next; rows that are not named rest. */
    List<RowInput> nextInputs();

    /**
     * Chooses the next tokens and moves or releases rows accordingly.
     *
     * @param logits of the rows of the last {@link #nextInputs()}, in their order
     * @throws NoPossibleTokenException if every token is forbidden
     */
    void advance(RowLogits logits, LeasedRows rows);

    boolean isFinished();

    /** Returns what was found, best first. */
    List<GeneratedSequence> sequences();
}
