package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The service as it starts by default, with clients that leave while it decodes for them or they wait for rows. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "cistern.heartbeat=100ms")
class DisconnectIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int ROWS = 16;
    private static final int CLIENTS = 3 * ROWS;
    private static final String LONG = "\"pronounce: hello\", \"parameters\": {\"min_new_tokens\": 500}}";

    @LocalServerPort
    private int port;

    @Autowired
    private MeterRegistry meters;

    @Test
    void clientsThatLeaveFreeTheirRowsAndTheirPlacesInTheQueue() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(ask(i));
        }
        await().atMost(SOON).until(() -> gauge("cistern.cache.rows.used") == ROWS && gauge("cistern.queue.size") > 0);

        for (RawClient client : clients) {
            client.close();
        }

        await().atMost(SOON).until(() -> requests("cancelled") == CLIENTS);
        await().atMost(SOON).until(() -> gauge("cistern.cache.rows.used") == 0 && gauge("cistern.queue.size") == 0);
        assertThat(requests("error")).isZero();
        try (RawClient next = new RawClient(port).post("/generate", "{\"inputs\": \"pronounce: hello\"}")) {
            assertThat(next.readTo("}")).contains("HTTP/1.1 200", "HH EH1 L OW0");
        }
    }

    private RawClient ask(int number) throws IOException {
        RawClient client = new RawClient(port);
        return switch (number % 3) {
            case 0 -> client.post("/generate", "{\"inputs\": " + LONG);
            case 1 -> client.post("/generate_stream", "{\"inputs\": " + LONG);
            default -> client.postChunked("/v2/models/g2p-en/generate", "{\"text_input\": " + LONG);
        };
    }

    private double gauge(String name) {
        return meters.get(name).tag("model", "g2p-en").gauge().value();
    }

    private double requests(String outcome) {
        return meters.find("cistern.requests").tag("outcome", outcome).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
