package io.cistern.serving;

/** What a request that names an unknown model gets. */
public enum UnknownModelRule {
    /** Status 404. */
    REFUSE,
    /** The first model, for clients that always send a name of their own. */
    FIRST
}
