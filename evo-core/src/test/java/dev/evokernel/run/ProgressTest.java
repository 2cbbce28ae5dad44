package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Budget;
import org.junit.jupiter.api.Test;

final class ProgressTest {

  @Test
  void new_copiesTheRejections() {
    var rejections = new EnumMap<Rejection, Integer>(Map.of(Rejection.TIMEOUT, 3));
    var progress =
        new Progress(1, 9, rejections, OptionalDouble.of(0.8), Duration.ZERO, Budget.DEFAULT);
    rejections.put(Rejection.CRASH, 1);
    assertThat(progress.rejected()).isEqualTo(3);
    assertThat(progress.speedUp()).hasValue(1.25);
  }

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

  @Test
  void speedUp_beforeTheFirstMeasurement_isEmpty() {
    var progress =
        new Progress(0, 0, Map.of(), OptionalDouble.empty(), Duration.ZERO, Budget.DEFAULT);
    assertThat(progress.speedUp()).isEmpty();
    assertThat(progress.rejected()).isZero();
  }
}
