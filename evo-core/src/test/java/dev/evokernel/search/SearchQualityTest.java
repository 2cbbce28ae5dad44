package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.search.population.Trial;
import dev.evokernel.space.SearchSpace;
import org.junit.jupiter.api.Test;

/** Whether evolution is worth it: against random search at equal evaluations. */
class SearchQualityTest {

  private static final int SEEDS = 20;

  private final SearchSpace space = Landscape.large();

  @Test
  void large_space_hasAboutAHundredThousandConfigurations() {
    assertThat(space.size()).isBetween(80_000L, 200_000L);
  }

  @Test
  void run_hundredEvaluations_beatsRandomSearchOnNearlyEverySeed() {
    assertThat(wins(100)).isGreaterThanOrEqualTo(19);
  }

  @Test
  void run_fiftyEvaluations_beatsRandomSearchOnNearlyEverySeed() {
    assertThat(wins(50)).isGreaterThanOrEqualTo(18);
  }

  @Test
  void run_twentyFiveEvaluations_beatsRandomSearchMoreOftenThanNot() {
    assertThat(wins(25)).isGreaterThanOrEqualTo(14);
  }

  @Test
  void run_twentyFiveEvaluationsSixteenInFlight_beatsRandomSearchMoreOftenThanNot() {
    assertThat(wins(25, 16)).isGreaterThanOrEqualTo(14);
  }

  private int wins(int evaluations) {
    return wins(evaluations, 1);
  }

  private int wins(int evaluations, int inFlight) {
    int wins = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var objective = Landscape.rugged(space, 100 + seed);
      double evolved =
          best(
              proposals(seed, evaluations, inFlight, objective).stream()
                  .map(proposal -> objective.apply(proposal.configuration())));
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      double drawn =
          best(
              Stream.generate(() -> space.sample(random))
                  .distinct()
                  .limit(evaluations)
                  .map(objective));
      wins += evolved < drawn ? 1 : 0;
    }
    return wins;
  }

  private List<Proposal> proposals(
      int seed, int evaluations, int inFlight, Function<Configuration, Trial> objective) {
    var record = new ArrayList<Proposal>();
    new Search(space, new SearchSettings(32, seed, inFlight), List.of())
        .run(Landscape.budget(evaluations, objective, record));
    return record.subList(0, evaluations);
  }

  private static double best(Stream<Trial> trials) {
    return trials.mapToDouble(trial -> trial.objective().orElseThrow()).min().orElseThrow();
  }
}
