package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The product of the factor and its transpose is the matrix whose rows it was given. */
class GrowingFactorTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
  private final double[] places = random.doubles(600).toArray();

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 255, 256, 257, 262, 600})
  void add_lineAfterLine_isTheFactorOfTheMatrix(int lines) {
    var factor = grown(new GrowingFactor(), lines);
    for (int i = 0; i < lines; i += 1 + i / 7) {
      double[] one = factor.line(i);
      for (int j = 0; j <= i; j++) {
        assertThat(Cholesky.dot(one, factor.line(j), j + 1)).isCloseTo(at(i, j), within(1e-12));
      }
    }
  }

  @Test
  void solve_severalRows_eachIsWhatItIsAlone() {
    var factor = grown(new GrowingFactor(), 270);
    double[][] together = {row(400, 270), row(401, 275), row(402, 270)};
    factor.solve(together);
    double[] alone = row(401, 275);
    factor.solve(alone);
    assertThat(together[1]).isEqualTo(alone);
    assertThat(Cholesky.dot(alone, factor.line(269), 270)).isCloseTo(at(401, 269), within(1e-12));
  }

  @Test
  void restart_thenFewerLines_isANewFactor() {
    GrowingFactor factor = grown(new GrowingFactor(), 300);
    factor.restart();
    grown(factor, 258);
    assertThat(factor.line(257)).isEqualTo(grown(new GrowingFactor(), 258).line(257));
  }

  private GrowingFactor grown(GrowingFactor factor, int lines) {
    for (int i = 0; i < lines; i++) {
      double[] line = row(i, i + 1);
      factor.solve(line);
      line[i] = Math.sqrt(at(i, i) - Cholesky.dot(line, line, i));
      factor.add(line);
    }
    return factor;
  }

  private double[] row(int i, int length) {
    return IntStream.range(0, length).mapToDouble(j -> at(i, j)).toArray();
  }

  private double at(int i, int j) {
    return i == j ? 1.1 : StrictMath.exp(-3 * Math.abs(places[i] - places[j]));
  }
}
