package io.cistern.serving;

import io.cistern.audio.AudioDecoder;
import io.cistern.transcription.Recording;
import io.cistern.transcription.SampleReader;
import io.cistern.transcription.TranscriptListener;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Transcribes each recording on a thread of its own; the queues of the models bound how many there are. What they compute
 * is computed by the loop of their model, beside the windows of the others.
 */
public final class PooledTranscriptionService implements TranscriptionService, AutoCloseable {

    /** Samples that are decoded before a recording is queued: 0.1 s show whether it is one. */
    private static final int PROBE = AudioDecoder.SAMPLE_RATE / 10;

    private final SpeechService speech;
    private final Function<AudioInput, Recording> decoder;
    private final SpeechTranscription transcription;
    private final DeadlineProperties deadlines;
    private final ExecutorService threads;

    PooledTranscriptionService(
            SpeechService speech,
            Function<AudioInput, Recording> decoder,
            SpeechTranscription transcription,
            DeadlineProperties deadlines) {
        AtomicInteger count = new AtomicInteger();
        this.speech = speech;
        this.decoder = decoder;
        this.transcription = transcription;
        this.deadlines = deadlines;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "transcribe-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public TranscriptionCall start(ServedModel model, TranscriptionTask task, TranscriptListener listener) {
        Deadline deadline = deadlines.deadline(task.timeout());
        SpeechSession session = speech.open(model);
        try {
            PooledTranscription run = run(session, task, listener);
            run.start(threads);
            if (task.timeout() == null) {
                deadline.applyToStart(run.answer(), session::hasBegun);
            } else {
                deadline.applyTo(run.answer(), session::hasBegun);
            }
            return run;
        } catch (RuntimeException | Error ex) {
            session.close();
            throw ex;
        }
    }

    private PooledTranscription run(SpeechSession session, TranscriptionTask task, TranscriptListener listener) {
        transcription.check(session, task.options());
        Recording recording = decoder.apply(task.audio());
        probe(recording);
        return new PooledTranscription(
                session, () -> transcription.transcribe(session, recording, task.options(), listener));
    }

    private static void probe(Recording recording) {
        try (SampleReader reader = recording.open()) {
            reader.read(new float[PROBE], 0, PROBE);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
