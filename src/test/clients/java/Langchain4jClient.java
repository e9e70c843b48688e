import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.model.audio.AudioTranscriptionRequest;
import dev.langchain4j.model.openai.OpenAiAudioTranscriptionModel;
import dev.langchain4j.model.openai.OpenAiLanguageModel;
import java.nio.file.Files;
import java.nio.file.Path;

/** LangChain4j's models for OpenAI. Arguments: URL, input, its text, recording, what is spoken in it. */
class Langchain4jClient {

    public static void main(String[] arguments) throws Exception {
        String url = arguments[0] + "/v1";
        OpenAiLanguageModel model = OpenAiLanguageModel.builder()
                .baseUrl(url)
                .apiKey("none")
                .modelName("g2p-en")
                .temperature(0.0)
                .maxRetries(0)
                .build();
        require(model.generate(arguments[1]).content().equals(arguments[2]), model.generate(arguments[1]).content());
        transcribe(url, Path.of(arguments[3]), arguments[4]);
    }

    private static void transcribe(String url, Path recording, String spoken) throws Exception {
        OpenAiAudioTranscriptionModel model = OpenAiAudioTranscriptionModel.builder()
                .baseUrl(url)
                .apiKey("none")
                .modelName("whisper-tiny.en")
                .maxRetries(0)
                .build();
        Audio audio = Audio.builder()
                .binaryData(Files.readAllBytes(recording))
                .mimeType("audio/wav")
                .build();
        String text = model.transcribe(
                        AudioTranscriptionRequest.builder().audio(audio).build())
                .text();
        require(text.toLowerCase().replaceAll("[^a-z]+", " ").contains(spoken), text);
    }

    private static void require(boolean condition, String answer) {
        if (!condition) {
            throw new AssertionError("answered " + answer);
        }
    }
}
