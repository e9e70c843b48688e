package io.cistern.observability;

import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.cistern.serving.ServedModel;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.BeforeEach;

/** Meters, and one model whose requests they count. */
abstract class MeasuredServiceTest {

    static final String MODEL = "echo";

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final ObservationRegistry observations = ObservationRegistry.create();
    final ServedModel model = mock(ServedModel.class);

    @BeforeEach
    void metersAndAModel() {
        meters.config().meterFilter(new HistogramBuckets());
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        given(model.id()).willReturn(MODEL);
    }

    final RequestMeters requestMeters() {
        return new RequestMeters(meters, observations);
    }

    final double requests(String outcome, String reason) {
        return meters.get("cistern.requests")
                .tags("model", MODEL, "outcome", outcome, "reason", reason)
                .counter()
                .count();
    }

    final double tokens(String type) {
        return meters.get("cistern.tokens")
                .tags("model", MODEL, "type", type)
                .counter()
                .count();
    }
}
