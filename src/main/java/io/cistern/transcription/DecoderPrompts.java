package io.cistern.transcription;

import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a decoder is given before it writes: the text before the window, the language, the task.
 *
 * <p>Order of the tokens: OpenAI's, as _retrieve_init_tokens and _prepare_decoder_input_ids in
 * transformers/models/whisper/generation_whisper.py.
 */
final class DecoderPrompts {

    private final SpeechVocabulary vocabulary;
    private final SpeechTask task;
    private final boolean timestamps;
    private final int maxPrevious;

    /**
     * @param timestamps whether the decoder writes timestamps
     * @param rowLength tokens of a decoder row; text before the window takes less than half of it
     */
    DecoderPrompts(SpeechVocabulary vocabulary, SpeechTask task, boolean timestamps, int rowLength) {
        this.vocabulary = vocabulary;
        this.task = task;
        this.timestamps = timestamps;
        this.maxPrevious = rowLength / 2 - 1;
    }

    /** Returns the tokens of a user's text, which is never read as a special token. */
    static List<Integer> textTokens(String text, TextTokenizer tokenizer, SpeechVocabulary vocabulary) {
        if (text.isBlank()) {
            return List.of();
        }
        return IntStream.of(tokenizer.encode(" " + text.strip()))
                .filter(vocabulary::isText)
                .boxed()
                .toList();
    }

    /** Returns the prompt after which the decoder tells the language. */
    List<Integer> beforeLanguage(List<Integer> previous) {
        List<Integer> prompt = new ArrayList<>();
        if (!previous.isEmpty()) {
            prompt.add(vocabulary.startOfPrevious());
            prompt.addAll(previous.subList(Math.max(0, previous.size() - maxPrevious), previous.size()));
        }
        prompt.add(vocabulary.startOfTranscript());
        return prompt;
    }

    /** Returns the prompt after which the decoder writes the text. */
    List<Integer> beforeText(List<Integer> previous, SpokenLanguage language) {
        List<Integer> prompt = beforeLanguage(previous);
        addInstructions(prompt, language, timestamps);
        return prompt;
    }

    /** Returns a whole decoder row without timestamps, whose attention tells when each token of a text is spoken. */
    int[] alignment(int[] textTokens, SpokenLanguage language) {
        List<Integer> row = beforeLanguage(List.of());
        addInstructions(row, language, false);
        IntStream.of(textTokens).forEach(row::add);
        row.add(vocabulary.endOfText());
        return row.stream().mapToInt(id -> id).toArray();
    }

    private void addInstructions(List<Integer> prompt, SpokenLanguage language, boolean withTimestamps) {
        if (vocabulary.isMultilingual()) {
            prompt.add(vocabulary.language(language.code()));
            prompt.add(task == SpeechTask.TRANSLATE ? vocabulary.translate() : vocabulary.transcribe());
        }
        if (!withTimestamps) {
            prompt.add(vocabulary.noTimestamps());
        }
    }
}
