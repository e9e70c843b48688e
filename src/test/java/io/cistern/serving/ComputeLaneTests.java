package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComputeLaneTests {

    private final AtomicLong clock = new AtomicLong();
    private final ComputeLane lane = new ComputeLane(() -> {}, clock::get);
    private final List<String> turns = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        lane.close();
    }

    @Test
    void everybodyGetsTheSameTimeHoweverLongTheirTurns() {
        CompletableFuture<Void> started = hold();
        Worker slow = new Worker("slow", 30, 10);
        Worker quick = new Worker("quick", 10, 30);
        lane.add(slow);
        lane.add(quick);
        started.complete(null);
        await().until(() -> turns.size() == 40);

        for (int count = 4; count <= 40; count += 4) {
            assertThat(turns.subList(0, count).stream().filter("slow"::equals)).hasSize(count / 4);
        }
    }

    @Test
    void beingIdleSavesUpNothing() {
        CompletableFuture<Void> started = hold();
        Worker busy = new Worker("busy", 10, 20);
        Worker late = new Worker("late", 10, 0);
        lane.add(busy);
        lane.add(late);
        busy.atTurn = () -> {
            if (busy.left == 10) {
                late.left = 10;
            }
        };
        started.complete(null);
        await().until(() -> turns.size() == 30);

        assertThat(turns.subList(0, 10)).containsOnly("busy");
        assertThat(turns.subList(10, 20).stream().filter("late"::equals))
                .as("side by side, not ahead of the other")
                .hasSizeBetween(4, 6);
    }

    @Test
    void programsAndTurnsRunOnOneThread() {
        Worker worker = new Worker("worker", 1, 1);
        lane.add(worker);
        await().until(() -> turns.size() == 1);

        assertThat(lane.await(Thread::currentThread)).isSameAs(worker.thread);
    }

    @Test
    void aProgramThatFailsFailsItsResultOnly() {
        CompletableFuture<Object> failing = lane.compute(() -> {
            throw new IllegalStateException("broken");
        });

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(failing::join)
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(lane.await(() -> "well")).isEqualTo("well");
    }

    @Test
    void aCancelledProgramIsNotRun() {
        CompletableFuture<Void> started = hold();
        CompletableFuture<Boolean> cancelled = lane.compute(() -> turns.add("cancelled"));
        cancelled.cancel(false);
        started.complete(null);

        lane.await(() -> true);
        assertThat(turns).isEmpty();
    }

    @Test
    void anErrorIsToldToAllAndToThoseWhoComeLater() {
        Worker other = new Worker("other", 1, 0);
        lane.add(other);
        CompletableFuture<Object> failing = lane.compute(() -> {
            throw new OutOfMemoryError("not really");
        });

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(failing::join)
                .withCauseInstanceOf(OutOfMemoryError.class);
        await().untilTrue(other.failed);
        Worker late = new Worker("late", 1, 1);
        lane.add(late);
        assertThat(late.failed).isTrue();
        assertThatExceptionOfType(ModelUnavailableException.class).isThrownBy(() -> lane.await(() -> true));
    }

    @Test
    void whoFailsAtHearingOfAnErrorKeepsItFromNobody() {
        Worker broken = new Worker("broken", 1, 0);
        Worker other = new Worker("other", 1, 0);
        broken.atFailure = () -> {
            throw new OutOfMemoryError("not really, again");
        };
        lane.add(broken);
        lane.add(other);
        lane.compute(() -> {
            throw new OutOfMemoryError("not really");
        });

        await().untilTrue(other.failed);
        assertThat(broken.failed).isTrue();
    }

    @Test
    void whoLeavesHasHadTheLastTurn() {
        CountDownLatch reached = new CountDownLatch(1);
        CompletableFuture<Void> opened = new CompletableFuture<>();
        Worker worker = new Worker("worker", 1, Integer.MAX_VALUE);
        worker.atTurn = () -> {
            reached.countDown();
            opened.join();
        };
        lane.add(worker);
        await().until(() -> reached.getCount() == 0);
        CompletableFuture<Void> left = CompletableFuture.runAsync(() -> lane.remove(worker));
        assertThat(left).isNotDone();
        opened.complete(null);

        left.join();
        int had = turns.size();
        lane.await(() -> true);
        assertThat(turns).hasSize(had);
    }

    /** Keeps the lane from choosing until the returned future is completed. */
    private CompletableFuture<Void> hold() {
        CompletableFuture<Void> started = new CompletableFuture<>();
        lane.compute(started::join);
        return started;
    }

    private final class Worker implements ComputeLane.Tenant {

        private final String name;
        private final int turnNanos;
        private final AtomicBoolean failed = new AtomicBoolean();
        private volatile int left;
        private volatile Runnable atTurn = () -> {};
        private volatile Runnable atFailure = () -> {};
        private volatile Thread thread;

        Worker(String name, int turnNanos, int left) {
            this.name = name;
            this.turnNanos = turnNanos;
            this.left = left;
        }

        @Override
        public boolean isReady() {
            return left > 0;
        }

        @Override
        public void turn() {
            thread = Thread.currentThread();
            atTurn.run();
            left--;
            clock.addAndGet(turnNanos);
            turns.add(name);
        }

        @Override
        public void laneFailed() {
            failed.set(true);
            atFailure.run();
        }
    }
}
