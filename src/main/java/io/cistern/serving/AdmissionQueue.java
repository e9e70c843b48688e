package io.cistern.serving;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The inputs that wait for rows of one model, first come, first served. */
final class AdmissionQueue {

    private final String model;
    private final int capacity;
    private final Queue<DecodeJob> jobs = new ArrayDeque<>();
    private boolean closed;

    AdmissionQueue(String model, int capacity) {
        this.model = model;
        this.capacity = capacity;
    }

    /** Takes all jobs of a request or none. */
    synchronized void offer(List<DecodeJob> request) {
        if (closed) {
            throw new ModelUnavailableException("model '%s' is shutting down".formatted(model));
        }
        if (jobs.size() + request.size() > capacity) {
            throw new QueueFullException(model, capacity);
        }
        jobs.addAll(request);
        notifyAll();
    }

    /** Waits until there is a job, or until there will be none any more. */
    synchronized void awaitJob() throws InterruptedException {
        while (jobs.isEmpty() && !closed) {
            wait();
        }
    }

    synchronized @Nullable DecodeJob peek() {
        return jobs.peek();
    }

    synchronized void remove() {
        jobs.remove();
    }

    synchronized int size() {
        return jobs.size();
    }

    /** Refuses further jobs; those that wait stay. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isFinished() {
        return closed && jobs.isEmpty();
    }

    /** Refuses further jobs and hands back those that wait. */
    synchronized List<DecodeJob> abandon() {
        close();
        List<DecodeJob> waiting = List.copyOf(jobs);
        jobs.clear();
        return waiting;
    }
}
