package dev.evokernel.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.spec.Budget;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ThroughputTest {

  @Test
  void spread_takesTheFirstAndOthersAtEvenDistances() {
    assertThat(Throughput.spread(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 3))
        .containsExactly(0, 3, 6);
    assertThat(Throughput.spread(List.of(0, 1), 3)).containsExactly(0, 1);
  }

  @Test
  void ofSearch_leavesTheWholeTimeToTheSearch() {
    for (long seconds : new long[] {9, 60, 600, 6000}) {
      Budget budget = Budget.ofSearch(Duration.ofSeconds(seconds), Budget.UNLIMITED);
      assertThat(budget.wall().minus(budget.finalsReserve()).toMillis())
          .isBetween(1000 * seconds - 1, 1000 * seconds + 1);
    }
    assertThat(Budget.ofSearch(Budget.FOREVER, 7)).isEqualTo(new Budget(Budget.FOREVER, 7));
  }
}
