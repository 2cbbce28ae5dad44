package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.api.Test;

class CoregionalisationTest {

  @Test
  void regression_nothingLearnt_isThePrior() {
    var together = new Coregionalisation(UnknownOutputs.of(3, 0.6, 1));

    Coregionalisation.Regression one = together.regression(2, 0);
    assertThat(one.weights()[0]).isCloseTo(0.6 / 1.1, within(1e-12));
    assertThat(one.explained()).isCloseTo(0.36 / 1.1, within(1e-12));
    assertThat(together.regression(2, 0, 1).explained()).isGreaterThan(one.explained());
  }

  @Test
  void regression_shapesThatTurnOutOpposed_isNegative() {
    var together = new Coregionalisation(UnknownOutputs.of(2, 0.6, 1));
    var random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      double surprise = random.nextGaussian();
      together.learn(surprise, -surprise);
    }
    assertThat(together.regression(1, 0).weights()[0]).isNegative();
    assertThat(together.regression(1, 0).explained()).isBetween(0.6, 0.95);
  }

  @Test
  void regression_timedOnOneShapeAlone_learnsNothingOfTheOther() {
    var together = new Coregionalisation(UnknownOutputs.of(2, 0.6, 1));
    double before = together.regression(1, 0).explained();
    together.learn(3, Double.NaN);
    assertThat(together.regression(1, 0).explained()).isEqualTo(before);
  }

  @Test
  void regression_pairsThatContradictEachOther_staysWithinBounds() {
    var together = new Coregionalisation(UnknownOutputs.of(4, 0.6, 1));
    for (int i = 0; i < 500; i++) {
      double x = i % 2 == 0 ? 1 : -1;
      together.learn(x, x, Double.NaN, Double.NaN);
      together.learn(Double.NaN, x, x, Double.NaN);
      together.learn(x, Double.NaN, -x, Double.NaN);
      together.learn(x, Double.NaN, Double.NaN, x);
    }

    Coregionalisation.Regression all = together.regression(3, 0, 1, 2);

    assertThat(all.explained()).isBetween(0.0, 1.0);
    assertThat(DoubleStream.of(all.weights()).map(Math::abs).max())
        .hasValueCloseTo(0.0, within(2.0));
  }

  @Test
  void of_sizesOfShapes_areMoreAlikeTheNearerTheyAre() {
    double[][] likeness =
        ShapeOutputs.of(
                List.of(List.of(1024.0, 64.0), List.of(2048.0, 64.0), List.of(1024.0, 4096.0)), 1)
            .correlations();
    assertThat(likeness[0][0]).isEqualTo(1);
    assertThat(likeness[0][1]).isGreaterThan(likeness[0][2]).isLessThan(1);
    assertThat(likeness[2][0]).isEqualTo(likeness[0][2]);
  }
}
