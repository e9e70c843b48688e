package io.cistern.serving;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Loads the configured models and offers them to the HTTP surface. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CisternProperties.class)
@Import(ModelBeans.class)
class ServingConfiguration {

    @Bean
    ModelStart modelStart(
            CisternProperties properties,
            ModelSource source,
            ObjectProvider<AvailableMemory> memory,
            ObjectProvider<StepObservers> observers) {
        return new ModelStart(
                properties,
                source,
                new ModelFolders(),
                memory.getIfAvailable(AvailableMemory::new),
                observers.getIfAvailable(() -> model -> (phase, duration) -> {}));
    }

    @Bean
    ModelRegistry modelRegistry(List<ServedModel> models) {
        return new ConfiguredModels(models);
    }

    @Bean
    BatchedGenerationService generationService(List<DecodeLoop> loops, CisternProperties properties) {
        return new BatchedGenerationService(loops, properties.deadline());
    }

    @Bean
    Drain drain(List<DecodeLoop> loops) {
        return new Drain(loops);
    }
}
