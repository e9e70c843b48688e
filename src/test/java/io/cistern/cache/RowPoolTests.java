package io.cistern.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowPoolTests {

    private static final long SEED = Long.getLong("seed", 20261130L);

    private final RowPool pool = new RowPool(6);

    @Test
    void handsOutTheLowestRowsFirst() {
        assertThat(pool.take(2)).containsExactly(0, 1);
        assertThat(pool.take(1)).containsExactly(2);
        assertThat(pool.take(3)).containsExactly(3, 4, 5);
        assertThat(pool.free()).isZero();
    }

    @Test
    void handsOutNeighboursWhereAGapIsWideEnough() {
        pool.take(6);
        release(0, 2, 3, 4);
        assertThat(pool.take(2)).containsExactly(2, 3);
        assertThat(pool.take(1)).containsExactly(0);
    }

    @Test
    void handsOutScatteredRowsWhereNoGapIsWideEnough() {
        pool.take(6);
        release(0, 2, 4, 5);
        assertThat(pool.take(3)).containsExactly(0, 2, 4);
        assertThat(pool.free()).isEqualTo(1);
    }

    @Test
    void aGapMayReachTheLastRow() {
        pool.take(6);
        release(1, 4, 5);
        assertThat(pool.take(2)).containsExactly(4, 5);
    }

    @Test
    void neverHandsOutARowTwice() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(pool.free()).isEqualTo(6 - used.size());
            if (!used.isEmpty() && random.nextBoolean()) {
                List<Integer> rows = new ArrayList<>(used);
                int row = rows.get(random.nextInt(rows.size()));
                used.remove(row);
                pool.release(row);
            } else if (pool.free() > 0) {
                for (int row : pool.take(1 + random.nextInt(pool.free()))) {
                    assertThat(row).isBetween(0, 5);
                    assertThat(used.add(row)).as("row %d was free", row).isTrue();
                }
            }
        }
    }

    private void release(int... rows) {
        for (int row : rows) {
            pool.release(row);
        }
    }
}
