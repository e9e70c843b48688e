import java.nio.file.Path;
import org.springframework.ai.audio.transcription.AudioTranscriptionPrompt;
import org.springframework.ai.openai.OpenAiAudioTranscriptionModel;
import org.springframework.ai.openai.OpenAiAudioTranscriptionOptions;
import org.springframework.core.io.FileSystemResource;

/** Spring AI's transcription model for OpenAI. Arguments: URL, recording, what is spoken in it. */
class SpringAiClient {

    public static void main(String[] arguments) {
        OpenAiAudioTranscriptionModel model = OpenAiAudioTranscriptionModel.builder()
                .options(OpenAiAudioTranscriptionOptions.builder()
                        .baseUrl(arguments[0] + "/v1")
                        .apiKey("none")
                        .model("whisper-tiny.en")
                        .maxRetries(0)
                        .build())
                .build();
        String text = model.call(new AudioTranscriptionPrompt(new FileSystemResource(Path.of(arguments[1]))))
                .getResult()
                .getOutput();
        if (!text.toLowerCase().replaceAll("[^a-z]+", " ").contains(arguments[2])) {
            throw new AssertionError("answered " + text);
        }
        System.exit(0); // its HTTP client keeps the process for a minute
    }
}
