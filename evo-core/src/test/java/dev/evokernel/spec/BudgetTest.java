package dev.evokernel.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.store.Budget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BudgetTest {

  @Test
  void isBeyond_moreOfEither_isTrue() {
    var some = new Budget(Duration.ofMinutes(3), 20);
    assertThat(new Budget(Duration.ofMinutes(4), 20).isBeyond(some)).isTrue();
    assertThat(new Budget(Duration.ofMinutes(1), 21).isBeyond(some)).isTrue();
    assertThat(some.isBeyond(some)).isFalse();
    assertThat(new Budget(Duration.ofMinutes(1), 5).isBeyond(some)).isFalse();
  }

  @Test
  void hasRoomAfter_eitherLimitReached_isFalse() {
    var some = new Budget(Duration.ofSeconds(100), 20);
    assertThat(some.hasRoomAfter(19, Duration.ofSeconds(99))).isTrue();
    assertThat(some.hasRoomAfter(20, Duration.ofSeconds(99))).isFalse();
    assertThat(some.hasRoomAfter(19, Duration.ofSeconds(100))).isFalse();
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
