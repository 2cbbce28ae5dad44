package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.Surrogate.AcquisitionSettings;
import org.junit.jupiter.api.Test;

class SurrogateTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
  private final List<Parameter> parameters =
      List.of(Spaces.range("A", 1, 20), Spaces.range("B", 1, 20));

  @Test
  void mostPromising_objectiveFallsAlongAParameter_liesAtItsGoodEnd() {
    Surrogate surrogate = taught(60, (a, b) -> OptionalDouble.of(1 + a + 0.01 * b));
    surrogate.add(List.of(new int[] {19, 4}, new int[] {10, 4}, new int[] {0, 4}));
    assertThat(surrogate.best()).isEqualTo(2);
  }

  @Test
  void mostPromising_parameterOfVeryManyValues_isToldWithoutATableOfTheirPairs() {
    var wide = List.of(Spaces.range("A", 1, 50_000), Spaces.range("B", 1, 20));
    var surrogate =
        new Surrogate(wide, false, AcquisitionSettings.DEFAULT, ShapeOutputs.SINGLE, random);
    teach(surrogate, random, 60, (a, b) -> OptionalDouble.of(1 + b));
    surrogate.refit();
    surrogate.add(List.of(new int[] {49_999, 19}, new int[] {40_000, 0}));
    assertThat(surrogate.best()).isEqualTo(1);
  }

  @Test
  void promise_halfTheSpaceIsRejected_isLowerThere() {
    Surrogate surrogate =
        taught(60, (a, b) -> b < 10 ? OptionalDouble.empty() : OptionalDouble.of(3 + a % 3));
    surrogate.add(List.of(new int[] {7, 2}, new int[] {7, 15}));
    assertThat(surrogate.acquisition(0)).isLessThan(0.2 * surrogate.acquisition(1));
  }

  @Test
  void promise_everythingRejected_isAskedForAllTheSame() {
    Surrogate surrogate = taught(20, (a, b) -> OptionalDouble.empty());
    surrogate.add(List.of(new int[] {7, 2}));
    assertThat(surrogate.acquisition(0)).isNotNegative().isFinite();
  }

  @Test
  void promise_objectivesOfAnySign_isFinite() {
    Surrogate surrogate = taught(40, (a, b) -> OptionalDouble.of(a - 10));
    surrogate.add(List.of(new int[] {0, 2}, new int[] {19, 2}));
    assertThat(surrogate.acquisition(0)).isGreaterThan(surrogate.acquisition(1));
  }

  @Test
  void refit_longHistory_keepsTheBestInMind() {
    Surrogate surrogate = taught(900, (a, b) -> OptionalDouble.of(1 + Math.abs(a - 13)));
    surrogate.add(List.of(new int[] {2, 9}, new int[] {13, 9}));
    assertThat(surrogate.best()).isEqualTo(1);
  }

  @Test
  void learn_sameHistory_promisesTheSame() {
    double[] promises =
        IntStream.range(0, 2)
            .mapToDouble(
                _ -> {
                  var again = RandomGeneratorFactory.of("L64X128MixRandom").create(9);
                  var surrogate =
                      new Surrogate(
                          parameters,
                          false,
                          AcquisitionSettings.DEFAULT,
                          ShapeOutputs.SINGLE,
                          again);
                  teach(surrogate, again, 500, (a, b) -> OptionalDouble.of(2 + a * b % 7));
                  surrogate.add(List.of(new int[] {3, 3}));
                  return surrogate.acquisition(0);
                })
            .toArray();
    assertThat(promises[0]).isEqualTo(promises[1]);
  }

  @Test
  void acquisition_senseless_isRefused() {
    assertThatThrownBy(() -> new AcquisitionSettings(0, 1, 1))
        .hasMessageContaining("exploration > 0");
    assertThatThrownBy(() -> new AcquisitionSettings(1, 1, 1.5))
        .hasMessageContaining("ceiling <= 1");
  }

  @FunctionalInterface
  private interface Truth {
    OptionalDouble of(int a, int b);
  }

  private Surrogate taught(int evaluations, Truth truth) {
    var surrogate =
        new Surrogate(parameters, false, AcquisitionSettings.DEFAULT, ShapeOutputs.SINGLE, random);
    teach(surrogate, random, evaluations, truth);
    surrogate.refit();
    return surrogate;
  }

  private static void teach(
      Surrogate surrogate, RandomGenerator random, int evaluations, Truth truth) {
    for (int i = 0; i < evaluations; i++) {
      if (surrogate.isDue()) {
        surrogate.refit();
      }
      int a = random.nextInt(20);
      int b = random.nextInt(20);
      surrogate.begin(new int[] {a, b}, List.of());
      surrogate.learn(0, truth.of(a, b).orElse(Double.NaN));
    }
  }
}
