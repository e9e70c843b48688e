package io.cistern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class RowLeaseTests {

    private final RowPool selfRows = new RowPool(4);
    private final RowPool crossRows = new RowPool(4);
    private final RowLease lease =
            new RowLease(selfRows, selfRows.take(3), crossRows, crossRows.take(1)[0], 17);

    @Test
    void namesItsRows() {
        assertThat(lease.size()).isEqualTo(3);
        assertThat(lease.row(0)).isZero();
        assertThat(lease.row(2)).isEqualTo(2);
        assertThat(lease.crossRow()).isZero();
        assertThat(lease.encoderLength()).isEqualTo(17);
    }

    @Test
    void severalRowsTakeOneCrossAttentionRow() {
        assertThat(selfRows.free()).isEqualTo(1);
        assertThat(crossRows.free()).isEqualTo(3);
    }

    @Test
    void aRowCanBeGivenBackBeforeTheOthers() {
        lease.release(1);

        assertThat(selfRows.free()).isEqualTo(2);
        assertThat(crossRows.free()).isEqualTo(3);
        assertThat(lease.row(2)).isEqualTo(2);
    }

    @Test
    void closingGivesBackWhatIsStillHeld() {
        lease.release(1);

        lease.close();

        assertThat(selfRows.free()).isEqualTo(4);
        assertThat(crossRows.free()).isEqualTo(4);
    }

    @Test
    void aRowThatWasGivenBackIsNotTakenFromItsNextHolder() {
        lease.release(1);
        lease.close();
        selfRows.take(4);
        crossRows.take(4);

        lease.release(1);
        lease.close();

        assertThat(selfRows.free()).isZero();
        assertThat(crossRows.free()).isZero();
    }

    @Test
    void aRowThatWasGivenBackCannotBeUsed() {
        lease.release(1);
        assertThatIllegalStateException().isThrownBy(() -> lease.row(1)).withMessageContaining("given back");

        lease.close();
        assertThatIllegalStateException().isThrownBy(lease::crossRow).withMessageContaining("given back");
    }
}
