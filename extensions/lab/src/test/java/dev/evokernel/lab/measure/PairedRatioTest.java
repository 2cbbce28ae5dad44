package dev.evokernel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {

  private final SplittableRandom random = new SplittableRandom(1);

  /** Rounds drift by a factor of two; what is compared differs by a constant factor. */
  private double[] drifting(double factor) {
    var own = new SplittableRandom(7);
    return DoubleStream.iterate(100, nanos -> nanos + 5)
        .limit(20)
        .map(nanos -> factor * nanos * (0.999 + 0.002 * own.nextDouble()))
        .toArray();
  }

  @Test
  void of_roundsThatDrift_findsTheFactorAllTheSame() {
    PairedRatio ratio = PairedRatio.of(drifting(1.05), drifting(1), random);
    assertThat(ratio.median()).isBetween(1.0499, 1.0501);
    assertThat(ratio.low()).isGreaterThan(1.04);
    assertThat(ratio.high()).isLessThan(1.06);
  }

  @Test
  void of_roundsThatDisagree_hasAWideInterval() {
    double[] above = {1, 2, 1, 2, 1, 2};
    double[] below = {2, 1, 2, 1, 2, 1};
    PairedRatio ratio = PairedRatio.of(above, below, random);
    assertThat(ratio.low()).isEqualTo(0.5);
    assertThat(ratio.high()).isEqualTo(2);
  }

  @Test
  void of_unequalRounds_isRefused() {
    assertThatThrownBy(() -> PairedRatio.of(new double[2], new double[3], random))
        .hasMessage("2 and 3 observations are not pairs.");
  }
}
