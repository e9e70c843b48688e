package io.cistern.observability;

import io.cistern.program.Engine;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Tells which tensor engine computes, and on how many threads. */
final class EngineInfoContributor implements InfoContributor {

    @Override
    public void contribute(Info.Builder builder) {
        builder.withDetail("engine", Map.of("version", Engine.version(), "threads", Engine.threads()));
    }
}
