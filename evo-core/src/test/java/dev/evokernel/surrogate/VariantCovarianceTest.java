package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import org.junit.jupiter.api.Test;

class VariantCovarianceTest {

  private final List<Parameter> parameters =
      List.of(
          Spaces.words("variant", "slow", "fast"),
          Spaces.range("A", 1, 20),
          Spaces.range("B", 1, 20));
  private final Coordinates coordinates = new Coordinates(parameters, true);
  private final Hyperparameters prior = Hyperparameters.prior(coordinates, 2);
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void between_twoVariants_isNothingHoweverNearTheirParameters() {
    var covariance = new CovarianceFunction(coordinates, prior);
    assertThat(covariance.between(new int[] {0, 3, 3}, new int[] {1, 3, 3})).isZero();
    assertThat(covariance.between(new int[] {1, 3, 3}, new int[] {1, 3, 3})).isEqualTo(1);
    assertThat(covariance.between(new int[] {1, 0, 0}, new int[] {1, 19, 19})).isBetween(0.5, 0.6);
  }

  @Test
  void between_manyConfigurations_isACovariance() {
    var covariance = new CovarianceFunction(coordinates, prior);
    List<int[]> some = choices(60);
    double[][] lower = new double[some.size()][];
    for (int i = 0; i < lower.length; i++) {
      lower[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        lower[i][j] = covariance.between(some.get(i), some.get(j)) + (i == j ? 1e-9 : 0);
      }
    }
    double logDeterminant = Cholesky.of(lower).logDeterminant();
    assertThat(logDeterminant).isFinite();
  }

  @Test
  void at_gradient_isTheSlopeOfTheDensity() {
    List<int[]> some = choices(25);
    double[] objectives =
        some.stream().mapToDouble(one -> one[0] + 0.1 * one[1] - 0.02 * one[2]).toArray();
    var fit = new HyperparameterFit(coordinates, prior, some, objectives);
    double[] gradient = fit.at(prior).gradient();
    double step = 1e-5;
    for (int i = 0; i < gradient.length; i++) {
      double[] up = new double[gradient.length];
      up[i] = step;
      double[] down = new double[gradient.length];
      down[i] = -step;
      double slope =
          (fit.at(prior.plus(up)).logPosterior() - fit.at(prior.plus(down)).logPosterior())
              / (2 * step);
      assertThat(gradient[i]).as("gradient %d", i).isCloseTo(slope, within(1e-3));
    }
  }

  @Test
  void mostPromising_oneVariantIsSlow_isOfTheOtherWhereNothingIsKnown() {
    var surrogate =
        new Surrogate(
            parameters, true, Surrogate.AcquisitionSettings.DEFAULT, ShapeOutputs.SINGLE, random);
    for (int[] one : choices(40)) {
      surrogate.begin(one, List.of());
      surrogate.learn(0, (one[0] == 0 ? 30 : 10) + 0.05 * one[1]);
    }
    surrogate.refit();
    surrogate.add(List.of(new int[] {0, 0, 10}, new int[] {1, 0, 10}));
    assertThat(surrogate.best()).isEqualTo(1);
  }

  private List<int[]> choices(int count) {
    var choices = new ArrayList<int[]>();
    for (int i = 0; i < count; i++) {
      choices.add(new int[] {i % 2, random.nextInt(20), random.nextInt(20)});
    }
    return choices;
  }
}
