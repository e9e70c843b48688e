package io.cistern.serving;

import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioLimits;
import io.cistern.model.Task;
import io.cistern.transcription.Recording;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Transcribes recordings with the loaded speech models. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AudioProperties.class)
class TranscriptionConfiguration {

    /** Loads what decodes audio at start, but only where a model hears it. */
    @Bean
    PooledTranscriptionService transcriptionService(
            SpeechService speech, ModelRegistry models, CisternProperties properties, AudioProperties audio) {
        return new PooledTranscriptionService(
                speech, decoding(models, audio.toLimits()), new WhisperTranscription(), properties.deadline());
    }

    private static Function<AudioInput, Recording> decoding(ModelRegistry models, AudioLimits limits) {
        boolean hears = models.all().stream().anyMatch(model -> model.config().task() == Task.SPEECH);
        Supplier<AudioDecoder> decoder = hears
                ? SingletonSupplier.of(new AudioDecoder(limits))
                : SingletonSupplier.of(() -> new AudioDecoder(limits));
        return input -> new DecodedAudio(decoder.get(), input);
    }
}
