package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import org.junit.jupiter.api.Test;

/** One model for each of several shapes. */
class ShapeSurrogateTest {

  private static final double NONE = Double.NaN;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
  private final List<Parameter> parameters =
      List.of(Spaces.range("A", 1, 20), Spaces.range("B", 1, 20));

  private Surrogate surrogate(double likeness, double overhead) {
    return new Surrogate(
        parameters,
        false,
        Surrogate.AcquisitionSettings.DEFAULT,
        UnknownOutputs.of(2, likeness, overhead),
        random);
  }

  /** On the first shape a small A is good, on the second a large one. */
  private Surrogate opposed(double overhead, int evaluations) {
    Surrogate surrogate = surrogate(0.5, overhead);
    for (int i = 0; i < evaluations; i++) {
      if (surrogate.isDue()) {
        surrogate.refit();
      }
      int a = 2 + random.nextInt(16);
      surrogate.begin(new int[] {a, random.nextInt(20)}, List.of());
      surrogate.learn(0, 5 + a, 30 - a);
    }
    surrogate.refit();
    surrogate.add(List.of(new int[] {0, 4}, new int[] {10, 4}, new int[] {19, 4}));
    return surrogate;
  }

  @Test
  void worthTiming_goodOnOneShape_isThatAndTheOneWhoseTurnItIs() {
    Surrogate first = opposed(0.5, 60);
    assertThat(first.worthTiming(0)).containsExactly(0);
    assertThat(first.worthTiming(2)).containsExactly(0, 1);

    Surrogate second = opposed(0.5, 61);
    assertThat(second.worthTiming(0)).containsExactly(0, 1);
    assertThat(second.worthTiming(2)).containsExactly(1);
  }

  @Test
  void mostPromising_eachShapeInTurn_isGoodThere() {
    assertThat(opposed(0.5, 60).best()).isEqualTo(0);
    assertThat(opposed(0.5, 61).best()).isEqualTo(2);
  }

  @Test
  void worthTiming_greatOverhead_isEveryShape() {
    assertThat(opposed(1e9, 60).worthTiming(0)).containsExactly(0, 1);
  }

  @Test
  void mostPromising_goodOnNoShape_isNot() {
    assertThat(opposed(1, 60).best()).isNotEqualTo(1);
  }

  /** Told of the first shape alone; what is asked is the second. */
  private double spread(double likeness) {
    Surrogate surrogate = surrogate(likeness, 0);
    for (int i = 0; i < 12; i++) {
      int a = 1 + 3 * (i % 6);
      surrogate.begin(new int[] {a, i}, i < 2 ? List.of() : List.of(0));
      surrogate.learn(0, 5 + a, i < 2 ? 5 + a : NONE);
    }
    surrogate.refit();
    surrogate.add(List.of(new int[] {1, 2}, new int[] {19, 2}));
    List<Integer> near = surrogate.worthTiming(0);
    assertThat(near).isNotEmpty();
    return surrogate.expectedGain(0) / surrogate.expectedGain(1);
  }

  @Test
  void expectedGain_ofAShapeThatWasHardlyTimed_followsTheOtherIfTheyAreAlike() {
    assertThat(spread(0.95)).isGreaterThan(1.2 * spread(0.0));
  }

  @Test
  void learn_rejected_warnsOnEveryShape() {
    Surrogate surrogate = surrogate(0.5, 1);
    for (int i = 0; i < 40; i++) {
      int b = random.nextInt(20);
      int a = random.nextInt(20);
      surrogate.begin(new int[] {a, b}, List.of(i % 2));
      surrogate.learn(
          0, b < 10 || i % 2 != 0 ? NONE : 3 + a % 3, b < 10 || i % 2 == 0 ? NONE : 3 + a % 3);
    }
    surrogate.refit();
    surrogate.add(List.of(new int[] {7, 2}, new int[] {7, 15}));

    assertThat(surrogate.acquisition(0)).isLessThan(0.2 * surrogate.acquisition(1));
  }
}
