package io.cistern.api.audio;

import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.PendingAnswers;
import io.cistern.serving.AudioProperties;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.TranscriptionService;
import jakarta.servlet.MultipartConfigElement;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.servlet.MultipartConfigFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** What the audio controllers are made of. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AudioProperties.class)
public class AudioApiConfiguration {

    /** What a form may have beside the recording. */
    private static final DataSize FIELDS = DataSize.ofMegabytes(1);

    @Bean
    SpeechModels speechModels(ModelRegistry registry) {
        return new SpeechModels(registry);
    }

    @Bean
    TranscriptAnswers transcriptAnswers(
            TranscriptionService service, ConnectionLoop loop, PendingAnswers pending, JsonMapper mapper) {
        return new TranscriptAnswers(service, loop, pending, mapper);
    }

    @Bean
    WebMvcConfigurer jsonUploads() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new JsonUpload());
            }
        };
    }

    /** The bounds of a form; the container counts while it reads. */
    @Bean
    MultipartConfigElement multipartConfig(AudioProperties audio) {
        MultipartConfigFactory factory = new MultipartConfigFactory();
        factory.setMaxFileSize(audio.maxUploadSize());
        factory.setMaxRequestSize(DataSize.ofBytes(audio.maxUploadSize().toBytes() + FIELDS.toBytes()));
        factory.setFileSizeThreshold(DataSize.ofBytes(Upload.MOST_IN_MEMORY));
        return factory.createMultipartConfig();
    }
}
