package dev.evokernel.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BudgetTest {

  @Test
  void finalsReserve_isATenthAndTwentySecondsAtMost() {
    assertThat(new Budget(Duration.ofSeconds(30), 1).finalsReserve())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(new Budget(Duration.ofHours(8), 1).finalsReserve())
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(new Budget(Budget.FOREVER, 1).finalsReserve()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void hasWall_ofEvaluationsAlone_isFalse() {
    var budget = new Budget(Budget.FOREVER, 5);
    assertThat(budget.hasWall()).isFalse();
    assertThat(budget.hasEvaluations()).isTrue();
    assertThat(Budget.DEFAULT.hasWall()).isTrue();
    assertThat(Budget.DEFAULT.hasEvaluations()).isFalse();
  }

  @Test
  void new_withoutAnyLimitOrWithAnEmptyOne_isRefused() {
    assertThatThrownBy(() -> new Budget(Budget.FOREVER, Budget.UNLIMITED))
        .hasMessageContaining("a wall time, or evaluations, or both");
    assertThatThrownBy(() -> new Budget(Duration.ZERO, 5)).hasMessageContaining("PT0S");
    assertThatThrownBy(() -> new Budget(Duration.ofSeconds(-1), 5)).hasMessageContaining("PT-1S");
    assertThatThrownBy(() -> new Budget(Duration.ofSeconds(1), 0)).hasMessageContaining("not 0");
  }
}
