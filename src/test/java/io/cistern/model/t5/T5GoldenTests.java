package io.cistern.model.t5;

import io.cistern.cache.CacheCapacity;
import io.cistern.testing.FamilyGoldenTests;
import io.cistern.testing.GoldenCheckpoint;
import java.util.stream.Stream;

/** T5, mT5, umT5, ByT5 and FLAN-T5 shapes, which compute with all threads although they are small. */
class T5GoldenTests extends FamilyGoldenTests {

    T5GoldenTests() {
        super(new T5Family(0));
    }

    static Stream<GoldenCheckpoint> checkpoints() {
        return GoldenCheckpoint.of(new T5Family());
    }

    @Override
    protected CacheCapacity larger(GoldenCheckpoint golden) {
        return new CacheCapacity(24, 60, 100);
    }
}
