package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Test;

final class TiedSetTest {

  @Test
  void of_clearWinner_standsAlone() {
    assertThat(tied(Map.of("a", 100.0, "b", 90.0, "c", 100.0)).members()).containsExactly("b");
  }

  @Test
  void of_closeRunnerUp_isTied() {
    assertThat(tied(Map.of("a", 90.01, "b", 90.0, "c", 120.0)).members())
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void of_oneFinalist_isThatOne() {
    assertThat(tied(Map.of("a", 90.0))).isEqualTo(new TiedSet<>("a", java.util.List.of("a")));
  }

  @Test
  void of_none_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> tied(Map.of()));
  }

  @Test
  void of_oppositeStrengths_weighsShapesAlike() {
    var finalists = new LinkedHashMap<Integer, Map<String, ProcessSamples>>();
    finalists.put(1, Map.of("x", noisy(100, 1), "y", noisy(1000, 2)));
    finalists.put(2, Map.of("x", noisy(50, 3), "y", noisy(2000, 4)));
    finalists.put(3, Map.of("x", noisy(90, 5), "y", noisy(1000, 6)));
    assertThat(TiedSet.of(finalists, new SplittableRandom(9)).members()).containsExactly(3);
  }

  @Test
  void geometricMean_handComputed_isThat() {
    assertThat(GeometricMean.of(2, 8)).isCloseTo(4, within(1e-12));
    assertThat(GeometricMean.of(0.5, 2, 1)).isCloseTo(1, within(1e-12));
    assertThatIllegalArgumentException().isThrownBy(GeometricMean::of);
    assertThatIllegalArgumentException().isThrownBy(() -> GeometricMean.of(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> GeometricMean.of(1, Double.NaN));
  }

  private static TiedSet<String> tied(Map<String, Double> medians) {
    var finalists = new LinkedHashMap<String, Map<String, ProcessSamples>>();
    new java.util.TreeMap<>(medians)
        .forEach(
            (name, median) -> finalists.put(name, Map.of("s", noisy(median, name.hashCode()))));
    return TiedSet.of(finalists, new SplittableRandom(9));
  }

  private static ProcessSamples noisy(double median, long seed) {
    var random = new SplittableRandom(seed);
    return ProcessSamples.of(
        Samples.of(
            DoubleStream.generate(() -> median * (1 + 0.01 * random.nextGaussian()))
                .limit(50)
                .toArray()));
  }
}
