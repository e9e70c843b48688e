package io.cistern.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EncoderPlanTests {

    @Test
    void inputsAreReadByLengthThenCrossRow() {
        EncoderPlan plan = new EncoderPlan(List.of(to(5, 50, 51, 52), to(4, 60), to(3, 70, 71, 72), to(0, 80, 81)));
        assertThat(plan.tokenIds()).containsExactly(60, 80, 81, 70, 71, 72, 50, 51, 52);
        assertThat(plan.groups()).containsExactly(1, 1, 1, 2, 2, 3);
        assertThat(plan.crossRows()).containsExactly(4, 0, 3, 5);
        assertThat(plan.rows()).isEqualTo(6);
        assertThat(plan.longest()).isEqualTo(3);
    }

    @Test
    void equallyLongInputsAttendInOneCallWhereverTheirRowsAre() {
        EncoderPlan plan = new EncoderPlan(List.of(to(9, 50, 51), to(2, 60, 61)));
        assertThat(plan.groups()).containsExactly(2, 2);
        assertThat(plan.crossRows()).containsExactly(2, 9);
        assertThat(plan.rows()).isEqualTo(10);
    }

    private static EncoderInput to(int crossRow, int... tokenIds) {
        return new EncoderInput(tokenIds, crossRow);
    }
}
