package io.cistern.serving;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Decodes the windows of recordings in the decode loop of their model, beside those of other requests. */
final class QueuedSpeechService implements SpeechService {

    /** While as many windows as there are rows decode, as many again are prepared. */
    private static final int WINDOWS_PER_ROW = 2;

    private final DecodeLoops loops;
    private final VoiceActivity voices;
    private final int longRecordings;
    private final Map<String, RecordingPlaces> places = new ConcurrentHashMap<>();

    /** @param longRecordings how many recordings of a model that are longer than a window are read at the same time */
    QueuedSpeechService(DecodeLoops loops, VoiceActivity voices, int longRecordings) {
        this.loops = loops;
        this.voices = voices;
        this.longRecordings = longRecordings;
    }

    @Override
    public SpeechSession open(ServedModel model) {
        DecodeLoop loop = loops.of(model);
        return new LoopSpeechSession(model, loop, loop.reserve(1), placesOf(model), voices);
    }

    private RecordingPlaces placesOf(ServedModel model) {
        int windows = WINDOWS_PER_ROW * model.capacity().maxBatchSize();
        return places.computeIfAbsent(model.id(), id -> new RecordingPlaces(windows, longRecordings));
    }
}
