package io.cistern.api;

import io.cistern.serving.ModelUnavailableException;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;

/** Whether requests are taken. */
public final class Readiness {

    private final ApplicationAvailability availability;

    Readiness(ApplicationAvailability availability) {
        this.availability = availability;
    }

    /**
     * Returns if the service takes requests.
     *
     * @throws ModelUnavailableException if it does not
     */
    public void require() {
        if (availability.getReadinessState() != ReadinessState.ACCEPTING_TRAFFIC) {
            throw new ModelUnavailableException(ModelUnavailableException.Reason.NOT_READY, "the service");
        }
    }
}
