package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.Coordinates.Sense;
import org.junit.jupiter.api.Test;

class HyperparameterFitTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(8);
  private final List<Parameter> parameters =
      List.of(Spaces.range("MATTERS", 0, 9), Spaces.range("DOES_NOT", 0, 9));
  private final Coordinates coordinates = new Coordinates(parameters, false);
  private final Hyperparameters prior = Hyperparameters.prior(coordinates, 0.4);
  private final List<int[]> choices =
      Stream.generate(() -> new int[] {random.nextInt(10), random.nextInt(10)}).limit(60).toList();
  private final double[] objectives =
      choices.stream().mapToDouble(it -> (it[0] - 4.5) / 3).toArray();

  @Test
  void from_oneParameterMatters_getsTheLargerWeight() {
    Hyperparameters fitted =
        new HyperparameterFit(coordinates, prior, choices, objectives).from(prior);
    assertThat(fitted.weight(0, Sense.ALONG)).isGreaterThan(4 * fitted.weight(1, Sense.ALONG));
  }

  @Test
  void from_objectivesAreNoise_saysSo() {
    double[] noise = random.doubles(60, -1, 1).toArray();
    Hyperparameters fitted = new HyperparameterFit(coordinates, prior, choices, noise).from(prior);
    Hyperparameters clear =
        new HyperparameterFit(coordinates, prior, choices, objectives).from(prior);
    assertThat(fitted.noise()).isGreaterThan(5 * clear.noise());
  }

  @Test
  void gradient_everyWeight_isTheSlopeOfTheLogPosterior() {
    double[] mixed = objectives.clone();
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] += 0.3 * random.nextGaussian();
    }
    var fit = new HyperparameterFit(coordinates, prior, choices, mixed);
    double[] gradient = fit.at(prior).gradient();
    double step = 1e-5;
    for (int i = 0; i < prior.size(); i++) {
      double[] move = new double[prior.size()];
      move[i] = step;
      double above = fit.at(prior.plus(move)).logPosterior();
      move[i] = -step;
      double below = fit.at(prior.plus(move)).logPosterior();
      assertThat(gradient[i]).isCloseTo((above - below) / (2 * step), within(1e-4));
    }
  }
}
