package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.lab.ModelLandscapes.Model;
import org.junit.jupiter.api.Test;

final class LargeLandscapesTest {

  @Test
  void models_sizes_areThoseOfTheRecordings() {
    assertThat(
            Stream.of(
                    LargeLandscapes.tiled(),
                    LargeLandscapes.stencil(),
                    LargeLandscapes.basins(),
                    LargeLandscapes.rugged())
                .map(model -> configurations(model).size()))
        .containsExactly(112_896, 73_728, 117_128, 15_625);
  }

  @Test
  void basins_theAlgorithmWithTheOptimum_hasTheSmallestBasin() {
    Model basins = LargeLandscapes.basins();
    double[] best = new double[8];
    int[] deep = new int[8];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (List<Integer> at : configurations(basins)) {
      double millis = basins.millis().applyAsDouble(at);
      best[at.getFirst()] = Math.min(best[at.getFirst()], millis);
      deep[at.getFirst()] += millis < 20 ? 1 : 0;
    }
    for (int algorithm = 1; algorithm < best.length; algorithm++) {
      assertThat(best[algorithm]).isGreaterThan(best[0]);
      assertThat(deep[algorithm]).isGreaterThan(deep[0]);
    }
  }

  private static List<List<Integer>> configurations(Model model) {
    return ModelLandscapes.combinations(model.parameters()).stream()
        .map(configuration -> List.copyOf(configuration.values()))
        .toList();
  }
}
