package io.cistern.observability;

import io.cistern.serving.BatchedGenerationService;
import io.cistern.serving.CisternProperties;
import io.cistern.serving.DecodeLoop;
import io.cistern.serving.GenerationService;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.StepObservers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** What Actuator shows of the models: health contributors {@code model}, {@code cache} and {@code decode}, meters, info. */
@Configuration(proxyBeanMethods = false)
class ObservabilityConfiguration {

    @Bean
    StepObservers stepObservers(MeterRegistry registry) {
        return new StepTimers(registry);
    }

    @Bean
    @Primary
    GenerationService countedGenerationService(BatchedGenerationService service, MeterRegistry registry) {
        return new CountedGenerationService(service, registry);
    }

    @Bean
    MeterBinder decodeLoopMetrics(List<DecodeLoop> loops) {
        return registry -> loops.forEach(loop -> new DecodeLoopMetrics(loop).bindTo(registry));
    }

    @Bean
    HealthIndicator modelHealthIndicator(List<DecodeLoop> loops) {
        return new ModelHealthIndicator(loops);
    }

    @Bean
    HealthIndicator cacheHealthIndicator(List<DecodeLoop> loops) {
        return new CacheHealthIndicator(loops);
    }

    @Bean
    HealthIndicator decodeHealthIndicator(List<DecodeLoop> loops, CisternProperties properties) {
        return new DecodeHealthIndicator(loops, properties.stallTimeout());
    }

    @Bean
    InfoContributor modelInfoContributor(ModelRegistry models) {
        return new ModelInfoContributor(models);
    }

    @Bean
    InfoContributor engineInfoContributor() {
        return new EngineInfoContributor();
    }
}
