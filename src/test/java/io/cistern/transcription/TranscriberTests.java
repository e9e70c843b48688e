package io.cistern.transcription;

import static io.cistern.transcription.ByteSpeechTokenizer.ENGLISH;
import static io.cistern.transcription.ByteSpeechTokenizer.GERMAN;
import static io.cistern.transcription.ByteSpeechTokenizer.NO_TIMESTAMPS;
import static io.cistern.transcription.ByteSpeechTokenizer.PREVIOUS;
import static io.cistern.transcription.ByteSpeechTokenizer.START;
import static io.cistern.transcription.ByteSpeechTokenizer.TRANSCRIBE;
import static io.cistern.transcription.ByteSpeechTokenizer.TRANSLATE;
import static io.cistern.transcription.ByteSpeechTokenizer.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cistern.generation.GenerationConfig;
import io.cistern.model.AudioSource;
import io.cistern.transcription.ScriptedSpeechModel.Answer;
import io.cistern.transcription.ScriptedSpeechModel.Script;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every rule of the pipeline with decodes that are written here. */
class TranscriberTests {

    private static final int RATE = AudioSource.SAMPLE_RATE;

    private final List<String> told = new ArrayList<>();
    private final List<SampleReader> opened = new ArrayList<>();
    private ScriptedSpeechModel model = new ScriptedSpeechModel(answers());

    @AfterEach
    void closeModel() {
        model.close();
        assertThat(Thread.interrupted()).isFalse();
    }

    private static Script answers(Answer... answers) {
        Iterator<Answer> left = List.of(answers).iterator();
        return (config, window) -> left.next();
    }

    private Transcript transcribe(float[] samples, TranscriptionOptions.Builder options) {
        Recording recording = () -> {
            opened.add(new ArrayReader(samples));
            return opened.get(opened.size() - 1);
        };
        return new Transcriber(model).transcribe(recording, options.build(), new TranscriptListener() {
            @Override
            public void onText(String delta) {
                told.add(delta);
            }
        });
    }

    private static TranscriptionOptions.Builder options() {
        return TranscriptionOptions.builder();
    }

    private static float[] speech(double seconds) {
        return speech(seconds, 0.5);
    }

    private static float[] speech(double seconds, double amplitude) {
        float[] samples = silence(seconds);
        Arrays.fill(samples, (float) amplitude);
        return samples;
    }

    private static float[] silence(double seconds) {
        return new float[(int) Math.round(seconds * RATE)];
    }

    private static float[] joined(float[]... parts) {
        float[] whole = new float[Stream.of(parts).mapToInt(part -> part.length).sum()];
        int length = 0;
        for (float[] part : parts) {
            System.arraycopy(part, 0, whole, length, part.length);
            length += part.length;
        }
        return whole;
    }

    private List<Integer> prompt(int text) {
        return model.texts.get(text).decoderPromptIds();
    }

    private static List<List<Double>> times(Transcript transcript) {
        return transcript.segments().stream()
                .map(segment -> List.of(segment.start(), segment.end()))
                .toList();
    }

    @Test
    void aShortRecordingIsOneWindow() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " Hi.", 2, 2, " You", 3)));
        Transcript transcript = transcribe(speech(5), options());
        assertThat(transcript.text()).isEqualTo("Hi. You");
        assertThat(times(transcript)).containsExactly(List.of(0.0, 2.0), List.of(2.0, 3.0));
        assertThat(transcript.durationSeconds()).isEqualTo(5);
        assertThat(transcript.segments().get(0).tokens())
                .isEqualTo(IntStream.of(tokens(0, " Hi.", 2)).boxed().toList());
        assertThat(transcript.segments().get(0).averageLogProbability()).isCloseTo(-0.1f, within(1e-6f));
        assertThat(transcript.usage()).isEqualTo(new TokenUsage(1500, 1 + 3, 1 + 13));
        assertThat(model.probes.get(0).decoderPromptIds()).containsExactly(START);
        assertThat(prompt(0)).containsExactly(START, ENGLISH, TRANSCRIBE);
        assertThat(model.windows.get(0).samples()).hasSize(30 * RATE);
        assertThat(opened).hasSize(1);
    }

    @Test
    void theDecodeFollowsTheCheckpointAndFillsTheRow() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, "a", 1)));
        transcribe(speech(5), options());
        GenerationConfig text = model.texts.get(0);
        assertThat(text.suppressTokens()).containsExactly(7);
        assertThat(text.beginSuppressTokens()).containsExactly(9);
        assertThat(text.timestamps()).isNotNull();
        assertThat(text.maxNewTokens()).isEqualTo(448 - 3);
        assertThat(text.doSample()).isFalse();
    }

    @Test
    void withoutTimestampsTheWindowIsOneSegment() {
        model = new ScriptedSpeechModel(answers(Answer.of(" Hi")));
        Transcript transcript = transcribe(speech(5), options().timestamps(false));
        assertThat(times(transcript)).containsExactly(List.of(0.0, 5.0));
        assertThat(prompt(0)).containsExactly(START, ENGLISH, TRANSCRIBE, NO_TIMESTAMPS);
        assertThat(model.texts.get(0).timestamps()).isNull();
    }

    @Test
    void theLanguageIsDetectedOrGiven() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, "a", 1), Answer.of(0, "a", 1)));
        model.spoken = GERMAN;
        Transcript detected = transcribe(speech(5), options());
        assertThat(detected.language()).isEqualTo("de");
        assertThat(detected.languageProbability()).isCloseTo(.75f, within(1e-4f));
        Transcript given = transcribe(speech(5), options().language("EN").noSpeechThreshold(null));
        assertThat(given.language()).isEqualTo("en");
        assertThat(given.languageProbability()).isEqualTo(1);
        assertThat(model.probes).as("nothing to find out").hasSize(1);
    }

    @Test
    void translationsAreAskedFor() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, "a", 1)));
        transcribe(speech(5), options().language("de").task(SpeechTask.TRANSLATE));
        assertThat(prompt(0)).containsExactly(START, GERMAN, TRANSLATE);
    }

    @Test
    void anEnglishModelHasNoLanguages() {
        model = new ScriptedSpeechModel(false, answers(Answer.of(0, "a", 1)));
        assertThat(transcribe(speech(5), options()).language()).isEqualTo("en");
        assertThat(prompt(0)).containsExactly(START);
        assertThatThrownBy(() -> transcribe(speech(5), options().language("de")))
                .isInstanceOf(InvalidTranscriptionException.class)
                .hasMessage("language is de but must be one of en");
        assertThatThrownBy(() -> transcribe(speech(5), options().task(SpeechTask.TRANSLATE)))
                .isInstanceOf(InvalidTranscriptionException.class)
                .hasMessageStartingWith("task is translate but must be transcribe");
    }

    @Test
    void whatTheModelCannotDoIsRefused() {
        assertThatThrownBy(() -> transcribe(speech(5), options().language("xx")))
                .hasMessage("language is xx but must be one of de, en");
        assertThatThrownBy(() -> transcribe(speech(5), options().beams(5)))
                .hasMessage("num_beams is 5 but must be at most 4, the model's max-batch-size");
        assertThatThrownBy(() -> transcribe(
                        speech(5), options().conditionOnPreviousText(true).mode(WindowMode.BATCHED)))
                .isInstanceOf(InvalidTranscriptionException.class);
        assertThatThrownBy(() -> options().temperature(1.5f).build())
                .hasMessage("temperature is 1.5 but must be 0, or from 0.000001 to 1");
        assertThatThrownBy(() -> options().temperature(Float.MIN_VALUE).build())
                .isInstanceOf(InvalidTranscriptionException.class);
        assertThatThrownBy(() -> options().temperature(Float.NaN).build())
                .isInstanceOf(InvalidTranscriptionException.class);
        assertThat(opened).isEmpty();
    }

    @Test
    void unlikelyAndRepeatedTextIsTriedAgain() {
        model = new ScriptedSpeechModel(
                answers(Answer.of(0, " odd", 1).with(-2), Answer.of(0, " la".repeat(50), 1), Answer.of(0, " good", 1)));
        Transcript transcript = transcribe(speech(5), options().beams(2).seed(11));
        assertThat(transcript.text()).isEqualTo("good");
        assertThat(transcript.segments().get(0).temperature()).isEqualTo(0.4f);
        assertThat(model.texts).extracting(GenerationConfig::numBeams).containsExactly(2, 1, 1);
        assertThat(model.texts).extracting(GenerationConfig::doSample).containsExactly(false, true, true);
        assertThat(model.texts.get(2).temperature()).isEqualTo(0.4f);
        assertThat(model.texts.get(1).seed()).isNotEqualTo(model.texts.get(2).seed());
        assertThat(told).as("only what stands is told").containsExactly("good");
    }

    @Test
    void whereNoTryIsPlausibleTheLikeliestThatDoesNotRepeatItselfStands() {
        Answer repeated = Answer.of(0, " la".repeat(50), 1);
        model = new ScriptedSpeechModel(answers(
                repeated,
                Answer.of(0, " b", 1).with(-3),
                Answer.of(0, " c", 1).with(-2),
                Answer.of(0, " d", 1).with(-4),
                repeated,
                repeated));
        assertThat(transcribe(speech(5), options()).text()).isEqualTo("c");
    }

    @Test
    void aWindowWithoutSpeechHasNoText() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " you", 1).with(-2)));
        model.noSpeech = 0.9f;
        Transcript transcript = transcribe(speech(5), options());
        assertThat(transcript.text()).isEmpty();
        assertThat(transcript.segments()).isEmpty();
        assertThat(transcript.language()).isNull();
        assertThat(model.texts).as("not tried again").hasSize(1);
        assertThat(told).isEmpty();
    }

    @Test
    void silenceIsNotDecoded() {
        Transcript transcript = transcribe(silence(35), options());
        assertThat(transcript.text()).isEmpty();
        assertThat(transcript.durationSeconds()).isEqualTo(35);
        assertThat(transcribe(silence(5), options()).segments()).isEmpty();
        assertThat(transcribe(silence(35), options().mode(WindowMode.SEQUENTIAL))
                        .segments())
                .isEmpty();
        assertThat(model.windows).isEmpty();
    }

    @Test
    void theBareModelHearsSilence() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " you", 2)));
        assertThat(transcribe(silence(5), options().voiceActivity(false)).text())
                .isEqualTo("you");
    }

    @Test
    void whatIsTooShortForAWordIsEmpty() {
        assertThat(transcribe(speech(0.01), options().voiceActivity(false)).text())
                .isEmpty();
        assertThat(transcribe(new float[0], options().voiceActivity(false)).durationSeconds())
                .isZero();
        assertThat(model.windows).isEmpty();
    }

    @Test
    void timesEndWithTheRecording() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " a", 5, 5, " b", 7.5, 7.5, " c", 9)));
        assertThat(times(transcribe(speech(5.5), options().voiceActivity(false))))
                .containsExactly(List.of(0.0, 5.0), List.of(5.0, 5.5));
    }

    @Test
    void aShortRecordingIsReadOnWhereItsTextEnds() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " a", 8, 8), Answer.of(0, " b", 2)));
        Transcript transcript = transcribe(speech(12), options());
        assertThat(times(transcript)).containsExactly(List.of(0.0, 8.0), List.of(8.0, 10.0));
        assertThat(transcript.segments().get(1).seek()).isEqualTo(800);
        AudioSource second = model.windows.get(1);
        assertThat(second.frames()).isEqualTo(2200);
        assertThat(second.highestLogMel()).as("loudness of the whole recording").isEqualTo(1);
    }

    @Test
    void oneTemperatureIsToldTokenByToken() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " Hi.", 2, 2, " You", 3)));
        Transcript transcript = transcribe(speech(5), options().temperature(0));
        assertThat(told).containsExactly("H", "i", ".", " You");
        assertThat(String.join("", told)).isEqualTo(transcript.text());
    }

    @Test
    void textThatMayBeSilenceIsNotToldAhead() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " you", 1).with(-2)));
        model.noSpeech = 0.9f;
        assertThat(transcribe(speech(5), options().temperature(0)).text()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aLongRecordingIsReadWhereTimestampsPoint() {
        model = new ScriptedSpeechModel(
                answers(Answer.of(0, " a", 28, 28), Answer.of(0, " b", 10, 12, " c", 25, 25), Answer.of(0, " d", 17)));
        Transcript transcript = transcribe(speech(70), options().mode(WindowMode.SEQUENTIAL));
        assertThat(transcript.text()).isEqualTo("a b c d");
        assertThat(times(transcript))
                .containsExactly(List.of(0.0, 28.0), List.of(28.0, 38.0), List.of(40.0, 53.0), List.of(53.0, 70.0));
        assertThat(model.windows).extracting(AudioSource::frames).containsExactly(3000, 3000, 1700);
        assertThat(model.windows).extracting(AudioSource::context).containsExactly(0, 200, 200);
        assertThat(model.loudness).as("pieces of 30 s").isEqualTo(3);
        assertThat(model.windows).extracting(AudioSource::highestLogMel).containsOnly(3f);
        assertThat(opened).as("to see its length, to scan, to decode").hasSize(3);
        assertAllClosed();
    }

    @Test
    void windowsBeginWhereSomebodySpeaks() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " a", 10, 10), Answer.of(0.5, " b", 12)));
        float[] recording = joined(speech(10), silence(40), speech(11), silence(20));
        Transcript transcript = transcribe(recording, options().mode(WindowMode.SEQUENTIAL));
        assertThat(transcript.segments()).extracting(Segment::seek).first().isEqualTo(0);
        assertThat(transcript.segments().get(1).seek()).isBetween(4850, 4900);
        assertThat(model.windows).as("nothing after the last speech").hasSize(2);
    }

    @Test
    void textBeforeIsGivenToTheNextWindow() {
        model = new ScriptedSpeechModel(
                answers(Answer.of(0, " a", 28, 28), Answer.of(0, " b", 28, 28).with(-0.2), Answer.of(0, " c", 5)));
        transcribe(speech(60), options().conditionOnPreviousText(true).prompt(" p "));
        assertThat(prompt(0)).containsExactly(PREVIOUS, (int) ' ', (int) 'p', START, ENGLISH, TRANSCRIBE);
        List<Integer> expected = new ArrayList<>(List.of(PREVIOUS, (int) ' ', (int) 'p'));
        IntStream.of(tokens(0, " a", 28)).forEach(expected::add);
        expected.addAll(List.of(START, ENGLISH, TRANSCRIBE));
        assertThat(prompt(1)).isEqualTo(expected);
        assertThat(prompt(2)).hasSize(expected.size() + 4);
    }

    @Test
    void textThatWasHardToFindIsNoContext() {
        Answer odd = Answer.of(0, " a", 28, 28).with(-2);
        model = new ScriptedSpeechModel(answers(odd, odd, odd, Answer.of(0, " a", 28, 28), Answer.of(0, " b", 5)));
        transcribe(speech(35), options().conditionOnPreviousText(true));
        assertThat(prompt(4)).containsExactly(START, ENGLISH, TRANSCRIBE);
    }

    @Test
    void onlyTheEndOfALongPromptCounts() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, "a", 1)));
        transcribe(speech(5), options().prompt("x".repeat(500) + "y"));
        assertThat(prompt(0)).hasSize(1 + 223 + 3).startsWith(PREVIOUS, (int) 'x');
        assertThat(prompt(0).get(223)).isEqualTo('y');
        assertThat(model.texts.get(0).maxNewTokens()).isEqualTo(448 - 227);
    }

    @Test
    void partsOfALongRecordingAreDecodedTogetherAndToldInOrder() {
        CountDownLatch second = new CountDownLatch(1);
        model = new ScriptedSpeechModel((config, window) -> {
            float amplitude = window.samples()[RATE];
            if (amplitude == 0.25f) {
                second.await();
            } else {
                second.countDown();
            }
            return Answer.of(0, amplitude == 0.25f ? " a" : " b", 20);
        });
        float[] recording = joined(speech(25, 0.25), silence(2), speech(25, 0.75));
        Transcript transcript = transcribe(recording, options().language("en"));
        assertThat(transcript.text()).isEqualTo("a b");
        assertThat(told).containsExactly("a", " b");
        assertThat(transcript.segments().get(1).start()).isCloseTo(27 - 0.2, within(0.04));
        assertThat(transcript.durationSeconds()).isEqualTo(52);
        assertThat(model.windows).extracting(AudioSource::highestLogMel).containsOnly(Float.NaN);
        assertThat(opened).as("to see its length, to decode").hasSize(2);
    }

    @Test
    void aShortRecordingHoldsAPlaceForItsWindowAndNoReader() {
        model = new ScriptedSpeechModel((config, window) -> {
            assertThat(model.heldPlaces).containsExactly("window");
            assertAllClosed();
            return Answer.of(0, " a", 20);
        });
        model.onWaitForLongPlace = () -> {
            throw new AssertionError("30 s are a window");
        };
        transcribe(speech(30), options());
        assertThat(model.heldPlaces).isEmpty();
    }

    @Test
    void aLongRecordingHoldsItsPlaceToItsEnd() {
        model = new ScriptedSpeechModel((config, window) -> {
            assertThat(model.heldPlaces).containsExactly("long");
            return Answer.of(0, " a", 20);
        });
        transcribe(speech(31), options());
        assertThat(model.heldPlaces).isEmpty();
    }

    @Test
    void aLongRecordingThatWaitsForItsPlaceHoldsNothing() {
        model = new ScriptedSpeechModel((config, window) -> Answer.of(0, " a", 20));
        model.onWaitForLongPlace = () -> {
            assertThat(model.heldPlaces).isEmpty();
            assertAllClosed();
        };
        Transcript transcript = transcribe(joined(speech(25), silence(2), speech(25)), options());
        assertThat(transcript.text()).isEqualTo("a a");
        assertAllClosed();
    }

    @Test
    void aLongRecordingThatFailsGivesItsPlaceBack() {
        model = new ScriptedSpeechModel((config, window) -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> transcribe(speech(31), options())).hasMessage("broken");
        assertThat(model.heldPlaces).isEmpty();
    }

    private void assertAllClosed() {
        assertThat(opened)
                .allSatisfy(reader -> assertThatThrownBy(() -> reader.read(new float[1], 0, 1))
                        .isInstanceOf(IllegalStateException.class));
    }

    @Test
    void theFirstPartFindsTheLanguageOfTheOthers() {
        model = new ScriptedSpeechModel((config, window) -> Answer.of(0, " a", 20));
        model.spoken = GERMAN;
        float[] part = joined(speech(25), silence(2));
        Transcript transcript = transcribe(joined(part, part, part), options().noSpeechThreshold(null));
        assertThat(transcript.language()).isEqualTo("de");
        assertThat(model.probes).hasSize(1);
        assertThat(model.texts)
                .hasSize(3)
                .allSatisfy(text -> assertThat(text.decoderPromptIds()).containsExactly(START, GERMAN, TRANSCRIBE));
    }

    @Test
    void silenceBetweenPartsIsLeftOut() {
        model = new ScriptedSpeechModel((config, window) -> Answer.of(0, " a", 20, 20));
        float[] recording = joined(silence(12), speech(20), silence(60), speech(20), silence(60));
        Transcript transcript = transcribe(recording, options());
        assertThat(transcript.segments())
                .extracting(Segment::start)
                .satisfiesExactly(
                        start -> assertThat(start).isCloseTo(11.8, within(0.04)),
                        start -> assertThat(start).isCloseTo(91.8, within(0.04)));
        assertThat(model.windows).hasSize(2);
    }

    @Test
    void withoutVoiceActivityARecordingIsCutWhereItIsQuiet() {
        model = new ScriptedSpeechModel((config, window) -> Answer.of(0, " a", 20));
        float[] recording = joined(speech(24), silence(0.3), speech(15));
        Transcript transcript = transcribe(recording, options().voiceActivity(false));
        assertThat(transcript.segments()).hasSize(2);
        assertThat(transcript.segments().get(1).start()).isBetween(24.0, 24.3);
        assertThat(transcript.durationSeconds()).isEqualTo(39.3, within(1e-6));
    }

    @Test
    void noMorePartsAreQueuedThanTheModelHasRows() {
        CountDownLatch never = new CountDownLatch(1);
        model = new ScriptedSpeechModel((config, window) -> {
            if (model.windows.size() == ScriptedSpeechModel.MAX_BATCH_SIZE / 2) {
                throw new IllegalStateException("two at a time");
            }
            never.await();
            return Answer.of();
        });
        float[] part = joined(speech(25), silence(2));
        assertThatThrownBy(() -> transcribe(
                        joined(part, part, part, part), options().language("en").beams(2)))
                .hasMessage("two at a time");
        assertThat(model.jobs).hasSize(2).allMatch(CompletableFuture::isDone);
    }

    @Test
    void anInterruptedThreadGivesUp() {
        CountDownLatch never = new CountDownLatch(1);
        model = new ScriptedSpeechModel((config, window) -> {
            never.await();
            return Answer.of();
        });
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> transcribe(speech(5), options().voiceActivity(false)))
                .isInstanceOf(TranscriptionCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(model.jobs).hasSize(1).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void wordsHaveTheTimesOfTheirTokens() {
        model = new ScriptedSpeechModel(answers(Answer.of(0, " ab cd.", 2)));
        Transcript transcript = transcribe(speech(5), options().words(true));
        assertThat(model.aligned.get(0))
                .startsWith(START, ENGLISH, TRANSCRIBE, NO_TIMESTAMPS)
                .hasSize(4 + 7 + 1);
        assertThat(transcript.words()).extracting(Word::text).containsExactly(" ab", " cd.");
        assertThat(transcript.words().get(0).probability()).isCloseTo((float) Math.exp(-0.1), within(1e-5f));
        double before = 0;
        for (Word word : transcript.words()) {
            assertThat(word.start()).isGreaterThanOrEqualTo(before);
            assertThat(word.end()).isGreaterThanOrEqualTo(word.start());
            before = word.end();
        }
    }

    @Test
    void twoHoursAreReadInPieces() {
        model = new ScriptedSpeechModel((config, window) -> Answer.of(0, " a", 29.9, 29.9));
        model.keepWindows = false;
        long length = 7200L * RATE;
        Recording recording = () -> new SampleReader() {
            private long position;

            @Override
            public int read(float[] target, int offset, int count) {
                int read = (int) Math.min(count, length - position);
                position += read;
                return read;
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
        TranscriptionOptions options =
                options().voiceActivity(false).mode(WindowMode.SEQUENTIAL).build();
        Transcript transcript = new Transcriber(model).transcribe(recording, options, TranscriptListener.NONE);
        assertThat(transcript.durationSeconds()).isEqualTo(7200);
        assertThat(transcript.segments()).hasSize(241);
        assertThat(transcript.segments().get(240).start()).isCloseTo(240 * 29.9, within(1e-6));
    }
}
