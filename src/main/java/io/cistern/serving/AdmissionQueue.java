package io.cistern.serving;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The inputs that wait for rows of one model. Requests take turns, an input each: the next is always one that has the
 * fewest inputs decoding. Within a request the first come is the first served. A request reserves places before anything
 * is worked out for it; a full queue refuses it at once.
 */
final class AdmissionQueue {

    private final String model;
    private final int capacity;
    private final IntSupplier freeRows;
    private final DrainRate rate;
    private final Runnable changed;

    /** Those with jobs that wait, the longest waiting first. */
    private final Deque<Reservation> turns = new ArrayDeque<>();

    /** Those that have queued jobs within their place. */
    private final Set<Reservation> sessions = new HashSet<>();

    private int places;
    private ModelUnavailableException.@Nullable Reason closed = ModelUnavailableException.Reason.NOT_READY;

    /** @param holdsPlace whether a place is free again when the job leaves the queue */
    private record Entry(DecodeJob job, boolean holdsPlace) {}

    /**
     * Makes a queue that is not open yet.
     *
     * @param capacity inputs that may wait beside those for which rows are free
     * @param changed is run whenever jobs came or a reservation ended
     */
    AdmissionQueue(String model, int capacity, IntSupplier freeRows, LongSupplier nanoTime, Runnable changed) {
        this.model = model;
        this.capacity = capacity;
        this.freeRows = freeRows;
        this.rate = new DrainRate(nanoTime);
        this.changed = changed;
    }

    /** Takes requests from now on. */
    synchronized void open() {
        closed = null;
    }

    /** Refuses further reservations; what was reserved or waits stays. */
    synchronized void close(ModelUnavailableException.Reason reason) {
        closed = reason;
    }

    /**
     * Reserves places for a request: all or none. An empty queue takes a request of any size.
     *
     * @throws QueueFullException if there are too few
     * @throws ModelUnavailableException if the queue is not open
     */
    synchronized Reservation reserve(int inputs) {
        if (closed != null) {
            throw unavailable(closed);
        }
        removeDone();
        int size = size();
        int withoutRows = size - freeRows.getAsInt();
        if (size > 0 && withoutRows + inputs > capacity) {
            int waiting = Math.max(0, withoutRows);
            throw new QueueFullException(model, waiting, capacity, rate.timeFor(waiting));
        }
        places += inputs;
        return new Reservation(inputs);
    }

    /** Queues a job that holds no place, whether the queue is open or not. */
    void add(DecodeJob job) {
        synchronized (this) {
            new Reservation(0).queue(new Entry(job, false));
        }
        changed.run();
    }

    /** Returns the job whose turn it is; those that somebody gave up are gone. */
    synchronized @Nullable DecodeJob peek() {
        removeDone();
        return turns.stream()
                .min(Comparator.comparingInt(request -> request.decoding.size()))
                .map(Reservation::first)
                .orElse(null);
    }

    /** Removes the job that {@link #peek()} gave: it got its rows. */
    synchronized void remove(DecodeJob job) {
        turns.stream().filter(request -> request.first() == job).findFirst().ifPresent(this::serve);
    }

    private void serve(Reservation request) {
        turns.remove(request);
        Entry entry = request.waiting.remove();
        request.decoding.add(entry.job());
        leave(entry);
        if (!request.waiting.isEmpty()) {
            turns.add(request);
        }
        noteEnd();
    }

    /** Notes that there are no rows for the job whose turn it is: it has to wait until others leave. */
    synchronized void noteFull() {
        if (!turns.isEmpty()) {
            rate.begin();
        }
    }

    /** Returns the inputs that wait or will come; a session none of whose jobs decodes counts as one. */
    synchronized int size() {
        return places - (int) sessions.stream().filter(Reservation::isDecoding).count();
    }

    synchronized boolean isEmpty() {
        return turns.isEmpty();
    }

    /** Returns whether nothing waits and nothing will come. */
    synchronized boolean isFinished() {
        return closed != null && closed != ModelUnavailableException.Reason.NOT_READY && places == 0 && isEmpty();
    }

    /** Refuses everything and hands back what waits. */
    synchronized List<DecodeJob> abandon() {
        closed = ModelUnavailableException.Reason.STOPPED;
        List<DecodeJob> waiting = turns.stream()
                .flatMap(request -> request.waiting.stream())
                .map(Entry::job)
                .toList();
        turns.clear();
        places = 0;
        return waiting;
    }

    private ModelUnavailableException unavailable(ModelUnavailableException.Reason reason) {
        return new ModelUnavailableException(reason, "model '%s'".formatted(model));
    }

    private void removeDone() {
        turns.removeIf(request -> {
            request.decoding.removeIf(DecodeJob::isDone);
            request.waiting.removeIf(this::releaseIfDone);
            return request.waiting.isEmpty();
        });
        noteEnd();
    }

    /** What somebody gave up makes room and says nothing of the rate. */
    private boolean releaseIfDone(Entry entry) {
        boolean done = entry.job().isDone();
        if (done && entry.holdsPlace()) {
            release(1);
        }
        return done;
    }

    private void leave(Entry entry) {
        if (entry.holdsPlace()) {
            release(1);
            rate.leave();
        }
    }

    private void noteEnd() {
        if (turns.isEmpty() && sessions.isEmpty()) {
            rate.end();
        }
    }

    private void release(int count) {
        places = Math.max(0, places - count);
    }

    /** A request: the places that it holds until it hands its jobs over, and those of its jobs that wait. */
    final class Reservation implements AutoCloseable {

        private final Deque<Entry> waiting = new ArrayDeque<>();
        private final List<DecodeJob> decoding = new ArrayList<>();
        private int reserved;
        private @Nullable DecodeJob last;
        private boolean ended;

        private Reservation(int reserved) {
            this.reserved = reserved;
        }

        /**
         * Queues jobs that take reserved places with them, one each.
         *
         * @throws ModelUnavailableException if the model stopped meanwhile
         */
        void submit(List<DecodeJob> jobs) {
            synchronized (AdmissionQueue.this) {
                requireRunning();
                if (jobs.size() > reserved) {
                    throw new IllegalStateException(jobs.size() + " jobs for " + reserved + " places");
                }
                jobs.forEach(job -> queue(new Entry(job, true)));
                reserved -= jobs.size();
            }
            changed.run();
        }

        /** Queues a job of a session: it goes on holding its place, so it makes others wait until it is closed. */
        void submitWithin(DecodeJob job) {
            synchronized (AdmissionQueue.this) {
                requireRunning();
                queue(new Entry(job, false));
                if (sessions.add(this)) {
                    rate.begin();
                }
                last = job;
            }
            changed.run();
        }

        private void queue(Entry entry) {
            if (waiting.isEmpty()) {
                turns.add(this);
            }
            waiting.add(entry);
        }

        private boolean isDecoding() {
            return !decoding.stream().allMatch(DecodeJob::isDone);
        }

        private DecodeJob first() {
            return waiting.element().job();
        }

        private void requireRunning() {
            if (ended) {
                throw new IllegalStateException("the request has ended");
            }
            if (closed == ModelUnavailableException.Reason.STOPPED) {
                throw unavailable(closed);
            }
        }

        /** Gives back the places that no job took. */
        @Override
        public void close() {
            synchronized (AdmissionQueue.this) {
                release(reserved);
                reserved = 0;
                ended = true;
                endSession();
            }
            changed.run();
        }

        /** One that was given up, whose last job has no result, does not count. */
        private void endSession() {
            if (last != null) {
                if (last.hasSucceeded()) {
                    rate.leave();
                }
                last = null;
                sessions.remove(this);
                noteEnd();
            }
        }
    }
}
