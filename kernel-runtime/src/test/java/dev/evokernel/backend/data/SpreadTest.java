package dev.evokernel.backend.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.Tolerance.NotFinite;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

  private static final Tolerance TOLERANCE = new Tolerance(1e-3, 1e-2);

  @Test
  void weakness_outputsThatDiffer_isNone() {
    assertThat(new Spread("y", -1, 1).weakness(TOLERANCE)).isEmpty();
    assertThat(new Spread("y", 1, 1.05).weakness(TOLERANCE)).isEmpty();
  }

  @Test
  void weakness_outputsNearZero_saysThatZerosWouldPass() {
    assertThat(new Spread("y", -1e-4, 9e-4).weakness(TOLERANCE).orElseThrow())
        .contains("'y'", "zeros");
  }

  @Test
  void weakness_outputsThatAreAllAlike_saysThatOneNumberWouldPass() {
    assertThat(new Spread("y", 1, 1.01).weakness(TOLERANCE).orElseThrow())
        .contains("1.0 and 1.01", "one constant");
  }

  @Test
  void weakness_oneOutlier_isNotHidden() {
    double[] lows = new double[64];
    double[] highs = new double[64];
    lows[3] = Double.POSITIVE_INFINITY;
    highs[3] = Double.NEGATIVE_INFINITY;
    highs[7] = 1000;

    Spread spread = Spread.of("y", DoubleStream.of(lows), DoubleStream.of(highs));

    assertThat(spread.magnitude()).isEqualTo(1000);
    assertThat(spread.weakness(TOLERANCE).orElseThrow()).contains("nearly all of 'y'", "zeros");
  }

  @Test
  void weakness_sortedOutputs_isNone() {
    Spread spread =
        Spread.of(
            "y",
            IntStream.range(0, 64).mapToDouble(part -> part),
            IntStream.range(0, 64).mapToDouble(part -> part + 1));

    assertThat(spread.weakness(TOLERANCE)).isEmpty();
  }

  @Test
  void magnitude_nothingFinite_isZero() {
    assertThat(new Spread("y", Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY).magnitude())
        .isZero();
  }

  @Test
  void passesZeros_elementsWithinTheTolerance_isTrueUnlessItScalesWithThem() {
    Spread.Reader halves = (_, count, values) -> Arrays.fill(values, 0, count / 2, 3e-6);
    Spread small = new Spread("y", 0, 3e-6).withRms(1000, halves);
    assertThat(small.rms()).isCloseTo(3e-6 / Math.sqrt(2), within(1e-12));
    assertThat(small.passesZeros(new Tolerance(1e-4, 1e-4))).isTrue();
    assertThat(small.passesZeros(new Tolerance(2e-6, 0))).isFalse();
    assertThat(small.passesZeros(new Tolerance(0, 0, 1e-3, NotFinite.MATCH, 0, 0))).isFalse();
    Spread sparse = new Spread("y", 0, 1).withRms(1000, halves);
    assertThat(sparse.passesZeros(new Tolerance(1e-4, 1e-4))).isFalse();
    assertThat(sparse.needsRms(new Tolerance(1e-4, 1e-4))).isFalse();
    assertThat(new Spread("y", 0, 0).passesZeros(TOLERANCE)).isFalse();
  }
}
