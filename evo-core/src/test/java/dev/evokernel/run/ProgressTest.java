package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.Budget;
import org.junit.jupiter.api.Test;

final class ProgressTest {

  @Test
  void share_isOfTheLimitThatIsNearer() {
    assertThat(share(new Budget(Duration.ofSeconds(100), 40))).isEqualTo(0.25);
    assertThat(share(new Budget(Duration.ofSeconds(10), 40))).isEqualTo(0.5);
    assertThat(share(new Budget(Budget.FOREVER, 20))).isEqualTo(0.5);
    assertThat(share(new Budget(Duration.ofDays(999_999), Budget.UNLIMITED))).isLessThan(1e-6);
  }

  private static double share(Budget budget) {
    return new Progress(0, 10, Map.of(), OptionalDouble.empty(), Duration.ofSeconds(5), budget)
        .share();
  }
}
