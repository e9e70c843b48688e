package io.cistern.api.connection;

/** An answer that is not complete yet. */
@FunctionalInterface
interface Pending {

    /** Called on the connection loop once every heartbeat. */
    void beat();
}
