package io.cistern.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DecoderPlanTests {

    @Test
    void neighboursThatAreAlikeAreOneGroup() {
        DecoderPlan plan = new DecoderPlan(List.of(at(0, 0, 9, 4, 50), at(1, 1, 9, 4, 51), at(2, 2, 9, 4, 52)));
        assertThat(plan.tokenIds()).containsExactly(50, 51, 52);
        assertThat(plan.selfGroups()).containsExactly(0, 3, 4, 1);
        assertThat(plan.crossGroups()).containsExactly(0, 3, 1, 9);
        assertThat(plan.lastTokens()).isEmpty();
        assertThat(plan.rows()).isEqualTo(3);
        assertThat(plan.length()).isEqualTo(5);
    }

    @Test
    void rowsAtOtherPositionsAreOtherSelfGroups() {
        DecoderPlan plan = new DecoderPlan(List.of(at(0, 0, 9, 4, 50), at(1, 1, 9, 5, 51)));
        assertThat(plan.selfGroups()).containsExactly(0, 1, 4, 1, 1, 1, 5, 1);
        assertThat(plan.crossGroups()).containsExactly(0, 2, 1, 9);
        assertThat(plan.length()).isEqualTo(6);
    }

    @Test
    void otherEncoderLengthsAreOtherCrossGroups() {
        DecoderPlan plan = new DecoderPlan(List.of(at(0, 0, 9, 4, 50), at(1, 1, 8, 4, 51)));
        assertThat(plan.selfGroups()).containsExactly(0, 2, 4, 1);
        assertThat(plan.crossGroups()).containsExactly(0, 1, 1, 9, 1, 1, 1, 8);
    }

    @Test
    void aFreeRowBetweenThemPartsNeighbours() {
        DecoderPlan plan = new DecoderPlan(List.of(at(3, 3, 9, 4, 50), at(5, 5, 9, 4, 51)));
        assertThat(plan.selfGroups()).containsExactly(3, 1, 4, 1, 5, 1, 4, 1);
        assertThat(plan.crossGroups()).containsExactly(3, 1, 1, 9, 5, 1, 1, 9);
        assertThat(plan.rows()).isEqualTo(6);
    }

    @Test
    void beamsAreSeveralQueriesOfOneCrossRow() {
        DecoderPlan plan = new DecoderPlan(
                List.of(at(2, 1, 9, 4, 50), at(3, 1, 9, 4, 51), at(4, 1, 9, 4, 52), at(0, 0, 9, 4, 53)));
        assertThat(plan.tokenIds()).containsExactly(53, 50, 51, 52);
        assertThat(plan.selfGroups()).containsExactly(0, 1, 4, 1, 2, 3, 4, 1);
        assertThat(plan.crossGroups()).containsExactly(0, 1, 1, 9, 1, 1, 3, 9);
    }

    @Test
    void inputsAreReadByCrossRowThenRowAndFoundAgainByTheirPlaces() {
        DecoderPlan plan = new DecoderPlan(List.of(at(4, 2, 7, 0, 50), at(1, 0, 9, 3, 51), at(3, 2, 7, 0, 52)));
        assertThat(plan.tokenIds()).containsExactly(51, 52, 50);
        assertThat(plan.places()).containsExactly(2, 0, 1);
    }

    @Test
    void promptsOfSeveralTokensNameTheLastOfEach() {
        DecoderPlan plan = new DecoderPlan(List.of(at(0, 0, 9, 4, 50), at(1, 1, 9, 0, 51, 52, 53)));
        assertThat(plan.tokenIds()).containsExactly(50, 51, 52, 53);
        assertThat(plan.selfGroups()).containsExactly(0, 1, 4, 1, 1, 1, 0, 3);
        assertThat(plan.crossGroups()).containsExactly(0, 1, 1, 9, 1, 1, 3, 9);
        assertThat(plan.lastTokens()).containsExactly(0, 3);
        assertThat(plan.length()).isEqualTo(5);
    }

    private static DecoderInput at(int row, int crossRow, int encoderLength, int position, int... tokenIds) {
        return new DecoderInput(row, crossRow, encoderLength, position, tokenIds);
    }
}
