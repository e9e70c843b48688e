package io.cistern.serving;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Programs that wait to be run by another thread, first come, first served. */
final class ProgramQueue {

    private final Queue<Entry<?>> entries = new ArrayDeque<>();
    private @Nullable RuntimeException closed;

    private record Entry<T>(Supplier<T> program, CompletableFuture<T> result) {

        /** An error is told and thrown on: it is not the program's alone. */
        void run() {
            if (result.isDone()) {
                return;
            }
            try {
                result.complete(program.get());
            } catch (RuntimeException ex) {
                result.completeExceptionally(ex);
            } catch (Error ex) {
                result.completeExceptionally(ex);
                throw ex;
            }
        }
    }

    /** Returns the result to come; a program whose result is cancelled before its turn is not run. */
    synchronized <T> CompletableFuture<T> add(Supplier<T> program) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (closed == null) {
            entries.add(new Entry<>(program, result));
        } else {
            result.completeExceptionally(closed);
        }
        return result;
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    void runNext() {
        Entry<?> entry = poll();
        if (entry != null) {
            entry.run();
        }
    }

    private synchronized @Nullable Entry<?> poll() {
        return entries.poll();
    }

    /** Fails what waits and what comes. */
    synchronized void close(RuntimeException cause) {
        closed = cause;
        entries.forEach(entry -> entry.result().completeExceptionally(cause));
        entries.clear();
    }
}
