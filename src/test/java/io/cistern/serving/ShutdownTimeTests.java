package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;

/** The times of a stop, which are set in three files, leave an accepted request its whole deadline. */
class ShutdownTimeTests {

    private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

    @Test
    void aStopWaitsLongerThanARequestMayTake() throws IOException {
        Duration deadline = duration("config/application.yml", "cistern.deadline.default");
        Duration phase = duration("config/application.yml", PHASE);
        assertThat(phase).isGreaterThan(deadline);
        assertThat(duration("src/main/resources/application.yml", PHASE)).isEqualTo(phase);
        assertThat(duration("docker-compose.yml", "services.cistern.stop_grace_period"))
                .isGreaterThan(phase);
    }

    private static Duration duration(String file, String setting) throws IOException {
        return new YamlPropertySourceLoader()
                .load(file, new FileSystemResource(file)).stream()
                        .map(source -> source.getProperty(setting))
                        .map(value -> DurationStyle.detectAndParse(String.valueOf(value)))
                        .findFirst()
                        .orElseThrow();
    }
}
