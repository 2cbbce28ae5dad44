package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Device;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.space.SearchSpace;
import org.junit.jupiter.api.Test;

class MicroDrawsTest {

  private final Kernel kernel = Saxpy.read();
  private final SearchSpace space = space();

  private SearchSpace space() {
    Backend cpu = Backend.named("cpu");
    try (Device device = cpu.open(cpu.devices().getFirst())) {
      return SearchSpace.of(kernel, kernel.shapes(), device.limits());
    }
  }

  private List<Configuration> draw(int wanted, long seed) {
    return Microbench.Draws.of(
        space, kernel.defaultConfiguration(), wanted, new SplittableRandom(seed));
  }

  @Test
  void of_aFew_areDistinctValidAndBeginWithTheDefault() {
    List<Configuration> drawn = draw(7, 1);
    assertThat(drawn).hasSize(7).doesNotHaveDuplicates().allMatch(space::contains);
    assertThat(drawn.getFirst()).isEqualTo(kernel.defaultConfiguration());
    assertThat(draw(7, 1)).isEqualTo(drawn);
    assertThat(draw(7, 2)).isNotEqualTo(drawn);
  }

  @Test
  void of_moreThanThereAre_areAll() {
    assertThat(draw(10_000, 1)).hasSize((int) space.size()).doesNotHaveDuplicates();
  }

  /** Both where few are drawn and where the space is shuffled: a share of 9 in 43 each. */
  @Test
  void of_manyRandomSeeds_takeEachConfigurationAboutAsOften() {
    for (int wanted : List.of(10, 30)) {
      Map<Configuration, Integer> counts = new HashMap<>();
      int trials = 1_000;
      for (int seed = 0; seed < trials; seed++) {
        draw(wanted, seed).forEach(one -> counts.merge(one, 1, Integer::sum));
      }
      double expected = trials * (wanted - 1.0) / (space.size() - 1);
      counts.remove(kernel.defaultConfiguration());
      double deviation = Math.sqrt(expected * (1 - expected / trials));
      assertThat(counts.values())
          .hasSize((int) space.size() - 1)
          .allSatisfy(
              count ->
                  assertThat((double) count)
                      .isBetween(expected - 5 * deviation, expected + 5 * deviation));
    }
  }

  @Test
  void spread_ofARanking_reachesFromTheFirstToTheLast() {
    assertThat(MicroValidation.spread(100, 4)).containsExactly(0, 33, 66, 99);
    assertThat(MicroValidation.spread(3, 24)).containsExactly(0, 1, 2);
    assertThat(MicroValidation.spread(5, 1)).containsExactly(0);
    assertThat(MicroValidation.spread(0, 4)).isEmpty();
  }
}
