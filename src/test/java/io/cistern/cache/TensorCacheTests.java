package io.cistern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.program.Engine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cache that is allocated once and the one that grows. */
class TensorCacheTests {

    private static final long SEED = Long.getLong("seed", 20261130L);
    private static final CacheShape SHAPE = new CacheShape(2, 3, 4);
    private static final CacheCapacity CAPACITY = new CacheCapacity(5, 8, 16);

    private NDManager owner;

    @BeforeEach
    void openScope() {
        Engine.prepare(0);
        owner = Engine.newScope();
    }

    @AfterEach
    void closeScope() {
        owner.close();
    }

    @Test
    void aStaticCacheHasTheWholeCapacityFromTheStart() {
        try (StaticCache cache = new StaticCache(owner, SHAPE, CAPACITY)) {
            assertThat(cache.selfKeys().getShape()).isEqualTo(new Shape(2, 5, 3, 8, 4));
            assertThat(cache.selfValues().getShape()).isEqualTo(new Shape(2, 5, 3, 8, 4));
            assertThat(cache.crossKeys().getShape()).isEqualTo(new Shape(2, 5, 3, 16, 4));
            assertThat(cache.crossValues().getShape()).isEqualTo(new Shape(2, 5, 3, 16, 4));
            // Keys and values: 2 * 2 layers * 5 rows * 3 heads * (8 + 16) positions * 4 numbers * 4 bytes.
            assertThat(cache.bytes()).isEqualTo(23_040).isEqualTo(SHAPE.bytes(CAPACITY));
            assertThat(cache.allocations()).isEqualTo(4);
            assertThat(cache.freeRows()).isEqualTo(5);
        }
    }

    @Test
    void aStaticCacheNeitherGrowsNorReachesBeyondItsCapacity() {
        try (StaticCache cache = new StaticCache(owner, SHAPE, CAPACITY)) {
            NDArray keys = cache.selfKeys();
            cache.ensureSelf(5, 8);
            cache.ensureCross(5, 16);
            assertThat(cache.selfKeys()).isSameAs(keys);
            assertThat(cache.allocations()).isEqualTo(4);
            assertThatExceptionOfType(CacheCapacityExceededException.class)
                    .isThrownBy(() -> cache.ensureSelf(1, 9))
                    .withMessage(
                            "decoder length 9 exceeds the configured capacity 8 (cistern.capacity.max-cache-length)");
            assertThatExceptionOfType(CacheCapacityExceededException.class)
                    .isThrownBy(() -> cache.ensureCross(1, 17))
                    .withMessage(
                            "encoder length 17 exceeds the configured capacity 16 (cistern.capacity.max-encoder-length)");
        }
    }

    @Test
    void aLeaseThatCouldNeverFitIsRefused() {
        try (StaticCache cache = new StaticCache(owner, SHAPE, CAPACITY)) {
            assertRefused(cache, 6, 1, Bound.BATCH_SIZE, 6, 5);
            assertRefused(cache, 1, 17, Bound.ENCODER_LENGTH, 17, 16);
            assertThat(cache.freeRows()).isEqualTo(5);
        }
    }

    @Test
    void aLeaseThatDoesNotFitNowHasToWait() {
        try (StaticCache cache = new StaticCache(owner, SHAPE, CAPACITY)) {
            CacheLease held = cache.lease(3, 16).orElseThrow();
            assertThat(cache.lease(3, 1)).isEmpty();
            assertThat(cache.freeRows()).isEqualTo(2);
            held.release(0);
            assertThat(cache.lease(3, 1)).isPresent();
        }
    }

    @Test
    void leasesNeverShareARowInWhateverOrderTheyComeAndGo() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        try (StaticCache cache = new StaticCache(owner, SHAPE, CAPACITY)) {
            List<CacheLease> held = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                if (!held.isEmpty() && random.nextBoolean()) {
                    held.remove(random.nextInt(held.size())).close();
                } else {
                    cache.lease(1 + random.nextInt(5), 1 + random.nextInt(16)).ifPresent(held::add);
                }
                assertDisjoint(cache, held);
            }
            held.forEach(CacheLease::close);
            assertThat(cache.freeRows()).isEqualTo(5);
            assertThat(cache.allocations()).isEqualTo(4);
        }
    }

    @Test
    void aDynamicCacheStartsEmptyAndGrowsToWhatIsWritten() {
        try (DynamicCache cache = new DynamicCache(owner, SHAPE)) {
            assertThat(cache.bytes()).isZero();
            cache.ensureSelf(2, 3);
            cache.ensureCross(1, 7);
            assertThat(cache.selfKeys().getShape()).isEqualTo(new Shape(2, 2, 3, 3, 4));
            assertThat(cache.selfValues().getShape()).isEqualTo(new Shape(2, 2, 3, 3, 4));
            assertThat(cache.crossKeys().getShape()).isEqualTo(new Shape(2, 1, 3, 7, 4));
            assertThat(cache.crossValues().getShape()).isEqualTo(new Shape(2, 1, 3, 7, 4));
        }
    }

    @Test
    void aDynamicCacheKeepsWhatWasWrittenWhenItGrows() {
        try (DynamicCache cache = new DynamicCache(owner, SHAPE)) {
            cache.ensureSelf(2, 3);
            cache.selfKeys().addi(1.5f);
            cache.ensureSelf(3, 5);
            try (NDArray grown = cache.selfKeys().duplicate();
                    NDArray kept = grown.get(new NDIndex(":, :2, :, :3, :"))) {
                assertThat(grown.getShape()).isEqualTo(new Shape(2, 3, 3, 5, 4));
                assertThat(kept.toFloatArray()).containsOnly(1.5f);
            }
        }
    }

    @Test
    void aDynamicCacheNeverShrinksAndCountsItsAllocations() {
        try (DynamicCache cache = new DynamicCache(owner, SHAPE)) {
            cache.ensureSelf(2, 3);
            long allocations = cache.allocations();
            cache.ensureSelf(1, 3);
            cache.ensureSelf(2, 1);
            assertThat(cache.allocations()).isEqualTo(allocations);
            cache.ensureSelf(2, 4);
            assertThat(cache.allocations()).isGreaterThan(allocations);
        }
    }

    @Test
    void aClosedCacheLeavesNothingWithItsOwner() {
        int before = owner.getManagedArrays().size();
        try (DynamicCache growing = new DynamicCache(owner, SHAPE);
                StaticCache allocated = new StaticCache(owner, SHAPE, CAPACITY)) {
            growing.ensureSelf(2, 3);
            growing.ensureSelf(4, 30);
            assertThat(allocated.allocations()).isEqualTo(4);
            // Old buffers go when larger ones take their place: four and four are left.
            assertThat(owner.getManagedArrays()).hasSize(before + 8);
        }
        assertThat(owner.getManagedArrays()).hasSize(before);
    }

    private static void assertDisjoint(StaticCache cache, List<CacheLease> held) {
        Set<Integer> rows = new HashSet<>();
        Set<Integer> crossRows = new HashSet<>();
        for (CacheLease lease : held) {
            assertThat(crossRows.add(lease.crossRow())).isTrue();
            for (int i = 0; i < lease.size(); i++) {
                assertThat(rows.add(lease.row(i))).isTrue();
            }
        }
        assertThat(cache.freeRows()).isEqualTo(5 - rows.size());
    }

    private static void assertRefused(
            EncoderDecoderCache cache, int rows, int encoderLength, Bound bound, int requested, int available) {
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> cache.lease(rows, encoderLength))
                .satisfies(refusal -> {
                    assertThat(refusal.bound()).isEqualTo(bound);
                    assertThat(refusal.requested()).isEqualTo(requested);
                    assertThat(refusal.available()).isEqualTo(available);
                });
    }
}
