package io.cistern.serving;

import io.cistern.audio.AudioDecoder;
import io.cistern.model.Task;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Transcribes recordings with the loaded speech models. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AudioProperties.class, TranscriptionProperties.class})
class TranscriptionConfiguration {

    /** Loads what decodes audio at start, but only where a model hears it. */
    @Bean
    PooledTranscriptionService transcriptionService(
            SpeechService speech,
            ModelRegistry models,
            CisternProperties properties,
            AudioProperties audio,
            TranscriptionProperties transcription) {
        Supplier<AudioDecoder> decoder = SingletonSupplier.of(() -> new AudioDecoder(audio.toLimits()));
        if (models.all().stream().anyMatch(model -> model.config().task() == Task.SPEECH)) {
            decoder.get();
        }
        return new PooledTranscriptionService(
                speech,
                input -> new DecodedAudio(decoder.get(), input),
                new WhisperTranscription(),
                properties.deadline(),
                transcription.maxConcurrent());
    }
}
