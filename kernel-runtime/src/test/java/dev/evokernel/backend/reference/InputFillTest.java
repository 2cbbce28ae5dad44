package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.data.NormalQuantile;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class InputFillTest {

  private static final int MANY = 1_000_000;
  private static final double[] GOLDEN_NORMAL = {
    -1.0872872381435288, -0.26920753303174, -0.7311291653884165
  };
  private static final double[] GOLDEN_UNIFORM = {
    0.13845495360876658, 0.3938849875856848, 0.2323501332084278
  };

  @ParameterizedTest
  @CsvSource({
    "0.5, 0",
    "0.8413447460685429, 1",
    "0.15865525393145707, -1",
    "0.9772498680518208, 2",
    "2.866515718791939e-7, -5",
    "9.865876450376946e-10, -6",
    "0.0001, -3.71901648545568"
  })
  void quantile_ofTheNormalDistribution_isRightToSixDigits(double p, double expected) {
    double rounded = (Math.round(p * 0x1p52) * 2 + 1) * 0x1p-53;
    assertThat(NormalQuantile.of(rounded)).isCloseTo(expected, Offset.offset(2e-6));
  }

  @Test
  void quantile_ofTheEnds_isFiniteAndSymmetric() {
    assertThat(NormalQuantile.of(0x1p-53)).isBetween(-8.3, -8.2);
    assertThat(NormalQuantile.of(1 - 0x1p-53)).isEqualTo(-NormalQuantile.of(0x1p-53));
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F64", "F32"})
  void at_sorted_isAscendingAndSpansTheFill(ElementType type) {
    double[] values = filled(new Fill.Sorted(new Fill.Normal(3, 2)), type, 1, MANY);

    assertThat(values).isSorted();
    assertThat(values[0]).isLessThan(-2);
    assertThat(values[1000]).isCloseTo(3, Offset.offset(0.01));
    assertThat(values[MANY - 1]).isGreaterThan(8);
  }

  @Test
  void at_normal_hasTheMomentsOfANormalDistribution() {
    double[] values = filled(new Fill.Normal(3, 2), ElementType.F64, 1, MANY);

    double mean = Arrays.stream(values).average().orElseThrow();
    assertThat(mean).isCloseTo(3, Offset.offset(0.01));
    assertThat(moment(values, 2)).isCloseTo(1, Offset.offset(0.01));
    assertThat(moment(values, 3)).isCloseTo(0, Offset.offset(0.02));
    assertThat(moment(values, 4)).isCloseTo(3, Offset.offset(0.05));
    assertThat(Arrays.stream(values).filter(value -> value > 3 + 2 * 3).count())
        .isBetween(1200L, 1500L);
  }

  @Test
  void at_neighbours_areNotCorrelated() {
    double[] values = filled(new Fill.Normal(0, 1), ElementType.F64, 7, MANY);
    double sum = 0;
    for (int i = 1; i < values.length; i++) {
      sum += values[i] * values[i - 1];
    }
    assertThat(sum / values.length).isCloseTo(0, Offset.offset(0.005));
  }

  @Test
  void at_inPieces_isTheSameAsAtOnce() {
    double[] whole = filled(new Fill.Uniform(-1, 1), ElementType.F64, 5, 1000);
    var fill = new InputFill(new Fill.Uniform(-1, 1), ElementType.F64, 5, 2, null);
    double[] piece = new double[7];
    for (int at = 0; at + 7 <= 1000; at += 7) {
      fill.at(at, piece, 7);

      assertThat(piece).isEqualTo(Arrays.copyOfRange(whole, at, at + 7));
    }
  }

  @Test
  void at_otherSeedOrArgument_isAnotherStream() {
    double[] one = filled(new Fill.Uniform(0, 1), ElementType.F64, 5, 100);
    double[] other = new double[100];
    new InputFill(new Fill.Uniform(0, 1), ElementType.F64, 5, 3, null).at(0, other, 100);

    assertThat(other).isNotEqualTo(one);
    assertThat(filled(new Fill.Uniform(0, 1), ElementType.F64, 6, 100)).isNotEqualTo(one);
  }

  /** Kept outputs of references belong to these numbers: other numbers need another key. */
  @Test
  void at_ofAllTimes_isTheSame() {
    assertThat(filled(new Fill.Normal(0, 1), ElementType.F64, 1, 3)).containsExactly(GOLDEN_NORMAL);
    assertThat(filled(new Fill.Uniform(0, 1), ElementType.F64, 1, 3))
        .containsExactly(GOLDEN_UNIFORM);
  }

  private static double[] filled(Fill fill, ElementType type, long seed, int count) {
    double[] values = new double[count];
    new InputFill(fill, type, seed, 2, null).at(0, values, count);
    return values;
  }

  private static double moment(double[] values, int power) {
    return Arrays.stream(values)
        .map(value -> Math.pow((value - 3) / 2, power))
        .average()
        .orElseThrow();
  }
}
