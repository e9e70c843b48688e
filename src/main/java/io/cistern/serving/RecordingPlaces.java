package io.cistern.serving;

import io.cistern.transcription.SpeechModel.Place;
import io.cistern.transcription.TranscriptionCancelledException;
import java.util.concurrent.Semaphore;

/**
 * How many recordings of one model are in memory at the same time; the others wait in their order. Long ones and those of
 * one window do not wait for each other.
 */
final class RecordingPlaces {

    private final Semaphore windows;
    private final Semaphore longRecordings;

    RecordingPlaces(int windows, int longRecordings) {
        this.windows = new Semaphore(windows, true);
        this.longRecordings = new Semaphore(longRecordings, true);
    }

    Place takeWindowPlace() {
        return take(windows);
    }

    Place takeLongPlace() {
        return take(longRecordings);
    }

    private static Place take(Semaphore places) {
        try {
            places.acquire();
            return places::release;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new TranscriptionCancelledException();
        }
    }
}
