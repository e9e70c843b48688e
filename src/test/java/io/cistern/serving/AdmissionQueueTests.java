package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.serving.ModelUnavailableException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionQueueTests {

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger freeRows = new AtomicInteger();
    private final AdmissionQueue queue =
            new AdmissionQueue("echo", 3, freeRows::get, clock::get, changes::incrementAndGet);

    @BeforeEach
    void open() {
        queue.open();
    }

    @Test
    void placesAreTakenBeforeThereAreJobs() {
        AdmissionQueue.Reservation places = queue.reserve(2);

        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.isEmpty()).isTrue();
        assertFull(2);

        places.close();
        assertThat(queue.size()).isZero();
        queue.reserve(3);
    }

    @Test
    void aJobKeepsItsPlaceUntilItLeaves() {
        DecodeJob first = job();
        DecodeJob second = job();
        try (AdmissionQueue.Reservation places = queue.reserve(3)) {
            places.submit(List.of(first, second));
        }

        assertThat(queue.size()).as("the third came back").isEqualTo(2);
        assertThat(queue.peek()).isSameAs(first);
        queue.remove(first);
        assertThat(queue.peek()).isSameAs(second);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void whoGivesUpFreesThePlaceWhereverItStands() {
        DecodeJob first = job();
        DecodeJob second = job();
        queue.reserve(3).submit(List.of(first, second, job()));
        second.cancel();

        queue.reserve(1);
        assertThat(queue.peek()).isSameAs(first);
        assertThat(queue.size()).isEqualTo(3);
    }

    @Test
    void anEmptyQueueTakesARequestOfAnySize() {
        queue.reserve(5);
        assertFull(1);
    }

    @Test
    void thoseForWhomRowsAreFreeDoNotWait() {
        freeRows.set(2);
        queue.reserve(1);
        queue.reserve(4);
        assertFull(3);

        freeRows.set(3);
        queue.reserve(1);
        assertFull(3);
    }

    @Test
    void aSessionHoldsOnePlaceForAllItsJobs() {
        AdmissionQueue.Reservation place = queue.reserve(1);
        DecodeJob window = job();
        place.submitWithin(window);
        assertThat(queue.size()).isEqualTo(1);
        queue.remove(window);
        place.submitWithin(job());

        assertThat(queue.size()).as("it is being decoded").isZero();
        window.cancel();
        assertThat(queue.size()).isEqualTo(1);
        place.close();
        assertThat(queue.size()).isZero();
        assertThat(queue.isFinished()).isFalse();
    }

    @Test
    void sessionsThatDecodeLeaveTheQueueToOthers() {
        for (int i = 0; i < 5; i++) {
            DecodeJob window = job();
            queue.reserve(1).submitWithin(window);
            queue.remove(window);
        }
        queue.reserve(3);
        assertFull(3);
    }

    @Test
    void requestsTakeTurns() {
        DecodeJob[] list = {job(), job(), job()};
        DecodeJob single = job();
        DecodeJob window = job();
        AdmissionQueue.Reservation session = queue.reserve(1);
        queue.reserve(2).submit(List.of(list[0], list[1]));
        session.submitWithin(single);
        session.submitWithin(window);
        queue.add(list[2]);

        assertThat(served()).containsExactly(list[0], single, list[2], list[1], window);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void whoComesBackStandsBehindTheOthers() {
        AdmissionQueue.Reservation session = queue.reserve(1);
        DecodeJob[] windows = {job(), job()};
        DecodeJob other = job();
        session.submitWithin(windows[0]);
        queue.remove(windows[0]);
        queue.reserve(1).submit(List.of(other));
        session.submitWithin(windows[1]);

        assertThat(served()).containsExactly(other, windows[1]);
    }

    @Test
    void whoHasTheFewestInputsDecodingIsNext() {
        DecodeJob[] list = {job(), job(), job()};
        DecodeJob[] windows = {job(), job()};
        DecodeJob clip = job();
        AdmissionQueue.Reservation session = queue.reserve(1);
        session.submitWithin(windows[0]);
        served();
        queue.reserve(2).submit(List.of(list[0], list[1]));
        queue.remove(list[0]);
        session.submitWithin(windows[1]);
        queue.add(clip);

        assertThat(queue.peek()).as("it has none").isSameAs(clip);
        queue.remove(clip);
        windows[0].cancel();
        assertThat(queue.peek()).as("it has none any more").isSameAs(windows[1]);
        queue.add(list[2]);
        assertThat(served()).as("it waited longer").containsExactly(windows[1], list[2], list[1]);
    }

    @Test
    void whatWasGivenIsRemovedThoughSomebodyElseIsNextByThen() {
        DecodeJob[] list = {job(), job()};
        DecodeJob other = job();
        queue.reserve(2).submit(List.of(list));
        queue.remove(list[0]);
        queue.add(other);
        assertThat(queue.peek()).isSameAs(other);
        list[0].cancel();
        queue.remove(other);

        assertThat(served()).containsExactly(list[1]);
    }

    @Test
    void theOneWhoseTurnItIsIsNotOvertakenUntilItFits() {
        DecodeJob wide = job();
        queue.add(wide);
        queue.add(job());

        assertThat(queue.peek()).isSameAs(wide);
        queue.reserve(1).submit(List.of(job()));
        assertThat(queue.peek()).isSameAs(wide);
    }

    @Test
    void whoGivesOneInputUpKeepsItsTurn() {
        DecodeJob[] list = {job(), job()};
        DecodeJob other = job();
        queue.reserve(2).submit(List.of(list));
        queue.reserve(1).submit(List.of(other));
        list[0].cancel();

        assertThat(served()).containsExactly(list[1], other);
        assertThat(queue.size()).isZero();
    }

    @Test
    void retryAfterIsTheTimeInWhichTheQueueEmpties() {
        drainBursts(5);
        queue.reserve(3);

        assertRetryAfter(4);
    }

    @Test
    void whatFindsRowsAtOnceTellsNothingOfTheRate() {
        drainBursts(5);
        for (int i = 0; i < 1000; i++) {
            queue.reserve(1).submit(List.of(job()));
            served();
        }
        queue.reserve(3);

        assertRetryAfter(4);
    }

    @Test
    void whatIsGivenUpTellsNothingOfTheRate() {
        drainBursts(5);
        for (int i = 0; i < 1000; i++) {
            DecodeJob job = job();
            queue.reserve(1).submit(List.of(job));
            queue.noteFull();
            job.cancel();
            assertThat(queue.peek()).isNull();
        }
        queue.reserve(3);

        assertRetryAfter(4);
    }

    @Test
    void retryAfterCountsSessionsToo() {
        for (int i = 0; i < 5; i++) {
            transcribe(Duration.ofSeconds(2), true);
        }
        queue.reserve(3);

        assertRetryAfter(6);
    }

    @Test
    void sessionsThatAreGivenUpTakeTimeAndDoNotCount() {
        for (int i = 0; i < 5; i++) {
            transcribe(Duration.ofSeconds(1), false);
            transcribe(Duration.ofSeconds(1), true);
        }
        queue.reserve(3);

        assertRetryAfter(6);
    }

    @Test
    void aSessionThatWasGivenUpTakesNoFurtherWindow() {
        AdmissionQueue.Reservation place = queue.reserve(1);
        place.submitWithin(job());
        place.close();

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> place.submitWithin(job()));
    }

    /** Three that leave together, 4 s after the first of them found no rows. */
    private void drainBursts(int count) {
        for (int i = 0; i < count; i++) {
            queue.reserve(3).submit(List.of(job(), job(), job()));
            queue.noteFull();
            clock.addAndGet(Duration.ofSeconds(4).toNanos());
            served();
        }
    }

    private void transcribe(Duration time, boolean toItsEnd) {
        try (AdmissionQueue.Reservation place = queue.reserve(1)) {
            DecodeJob window = job();
            place.submitWithin(window);
            queue.remove(window);
            clock.addAndGet(time.toNanos());
            if (toItsEnd) {
                window.result().complete(new GenerationResult(List.of(), 1500, 1, null));
            } else {
                window.cancel();
            }
        }
    }

    private void assertRetryAfter(int seconds) {
        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> queue.reserve(1))
                .satisfies(ex -> assertThat(ex.retryAfter()).isEqualTo(Duration.ofSeconds(seconds)));
    }

    @Test
    void aClosedQueueFinishesWhatWasReserved() {
        AdmissionQueue.Reservation places = queue.reserve(1);
        queue.close(Reason.SHUTTING_DOWN);

        assertThatExceptionOfType(ModelUnavailableException.class)
                .isThrownBy(() -> queue.reserve(1))
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SHUTTING_DOWN))
                .withMessage("model 'echo' is shutting down");
        assertThat(queue.isFinished()).isFalse();
        DecodeJob job = job();
        places.submit(List.of(job));
        assertThat(queue.isFinished()).isFalse();
        queue.remove(job);
        assertThat(queue.isFinished()).isTrue();
    }

    @Test
    void aStoppedModelTakesNotEvenWhatWasReserved() {
        AdmissionQueue.Reservation places = queue.reserve(1);
        assertThat(queue.abandon()).isEmpty();

        assertThatExceptionOfType(ModelUnavailableException.class).isThrownBy(() -> places.submit(List.of(job())));
        places.close();
        assertThat(queue.size()).isZero();
    }

    @Test
    void everyChangeIsTold() {
        try (AdmissionQueue.Reservation places = queue.reserve(1)) {
            places.submit(List.of(job()));
            assertThat(changes).hasValue(1);
        }
        assertThat(changes).hasValue(2);
    }

    private void assertFull(int inputs) {
        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> queue.reserve(inputs))
                .withMessageContaining("cistern.queue-capacity")
                .satisfies(ex -> assertThat(ex.capacity()).isEqualTo(3));
    }

    private List<DecodeJob> served() {
        List<DecodeJob> served = new ArrayList<>();
        DecodeJob next = queue.peek();
        while (next != null) {
            served.add(next);
            queue.remove(next);
            next = queue.peek();
        }
        return served;
    }

    private static DecodeJob job() {
        GenerationConfig config = GenerationConfig.builder(3).build();
        return DecodeJob.of(new GenerationJob(new int[] {2, 1}, config), StepObserver.NONE);
    }
}
