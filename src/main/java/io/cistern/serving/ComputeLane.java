package io.cistern.serving;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one program run at a time and hands the cores over in the order of asking. libtorch gives every calling thread a
 * team of its own, and two teams on the same cores spin against each other.
 */
final class ComputeLane {

    private final ReentrantLock lock = new ReentrantLock(true);

    <T> T compute(Supplier<T> program) {
        lock.lock();
        try {
            return program.get();
        } finally {
            lock.unlock();
        }
    }
}
