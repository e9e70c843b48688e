package io.cistern.observability;

import io.cistern.serving.BatchedGenerationService;
import io.cistern.serving.CisternProperties;
import io.cistern.serving.DecodeLoop;
import io.cistern.serving.GenerationService;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.PooledTranscriptionService;
import io.cistern.serving.StepObservers;
import io.cistern.serving.TranscriptionService;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/**
 * What Actuator shows of the models: health contributors {@code model}, {@code cache}, {@code warmUp} and {@code decode},
 * meters, info, and the access log.
 */
@Configuration(proxyBeanMethods = false)
class ObservabilityConfiguration {

    @Bean
    StepObservers stepObservers(MeterRegistry registry) {
        return new StepMeters(registry);
    }

    @Bean
    MeterFilter histogramBuckets() {
        return new HistogramBuckets();
    }

    @Bean
    RequestMeters requestMeters(MeterRegistry meters, ObservationRegistry observations) {
        return new RequestMeters(meters, observations);
    }

    @Bean
    @Primary
    GenerationService measuredGenerationService(BatchedGenerationService service, RequestMeters meters) {
        return new MeasuredGenerationService(service, meters);
    }

    @Bean
    @Primary
    TranscriptionService measuredTranscriptionService(PooledTranscriptionService service, RequestMeters meters) {
        return new MeasuredTranscriptionService(service, meters);
    }

    @Bean
    AccessLog accessLog() {
        return new AccessLog();
    }

    @Bean
    MeterBinder residentMemory() {
        return new ResidentMemory();
    }

    @Bean
    MeterBinder decodeLoopMetrics(List<DecodeLoop> loops) {
        return registry -> loops.forEach(loop -> new DecodeLoopMetrics(loop).bindTo(registry));
    }

    @Bean
    HealthIndicator modelHealthIndicator(List<DecodeLoop> loops) {
        return ModelHealthIndicator.running(loops);
    }

    @Bean
    HealthIndicator cacheHealthIndicator(List<DecodeLoop> loops) {
        return new CacheHealthIndicator(loops);
    }

    @Bean
    HealthIndicator warmUpHealthIndicator(List<DecodeLoop> loops) {
        return ModelHealthIndicator.warmedUp(loops);
    }

    @Bean
    HealthIndicator decodeHealthIndicator(List<DecodeLoop> loops, CisternProperties properties) {
        return new DecodeHealthIndicator(loops, properties.stallTimeout());
    }

    @Bean
    @ConditionalOnAvailableEndpoint(HealthEndpoint.class)
    HealthPaths healthPaths(
            HealthContributorRegistry contributors, HealthEndpointGroups groups, HealthEndpointProperties properties) {
        return new HealthPaths(contributors, groups, properties);
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
