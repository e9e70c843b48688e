package io.cistern.serving;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Loads the configured models and offers them to the HTTP surface. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CisternProperties.class, TranscriptionProperties.class})
@Import(ModelBeans.class)
class ServingConfiguration {

    @Bean
    ComputeLane computeLane(ModelSource source) {
        return new ComputeLane(source::prepareThread);
    }

    @Bean
    ModelStart modelStart(
            CisternProperties properties,
            TranscriptionProperties transcription,
            ModelSource source,
            ObjectProvider<AvailableMemory> memory,
            ObjectProvider<StepObservers> observers,
            ComputeLane lane) {
        return new ModelStart(
                properties,
                transcription,
                source,
                new ModelFolders(),
                memory.getIfAvailable(AvailableMemory::new),
                observers.getIfAvailable(() -> model -> StepObserver.NONE),
                lane);
    }

    @Bean
    ModelRegistry modelRegistry(List<ServedModel> models, CisternProperties properties) {
        return new ConfiguredModels(models, properties.models(), properties.unknownModel());
    }

    @Bean
    DecodeLoops decodeLoops(List<DecodeLoop> loops) {
        return new DecodeLoops(loops);
    }

    @Bean
    BatchedGenerationService generationService(DecodeLoops loops, CisternProperties properties) {
        return new BatchedGenerationService(loops, properties.deadline());
    }

    @Bean
    VoiceActivity voiceActivity(ComputeLane lane) {
        return new VoiceActivity(lane);
    }

    @Bean
    SpeechService speechService(DecodeLoops loops, VoiceActivity voices, TranscriptionProperties transcription) {
        return new QueuedSpeechService(loops, voices, transcription.maxConcurrent());
    }

    @Bean
    ServingLifecycle servingLifecycle(
            ApplicationContext context, DecodeLoops loops, List<ServedModel> models, VoiceActivity voices) {
        return new ServingLifecycle(context, loops, models, voices);
    }
}
