package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether evolution is worth it: against random search at equal evaluations. */
class SearchQualityTest {

  private final SearchSpace space = Landscape.large();

  @Test
  void large_space_hasAboutAHundredThousandConfigurations() {
    assertThat(space.size()).isBetween(80_000L, 200_000L);
  }

  @Test
  void run_hundredEvaluations_beatsRandomSearchOnNearlyEverySeed() {
    assertThat(wins(100, 1, 8)).isGreaterThanOrEqualTo(7);
  }

  @Test
  void run_fiftyEvaluations_beatsRandomSearchOnNearlyEverySeed() {
    assertThat(wins(50, 1, 8)).isGreaterThanOrEqualTo(7);
  }

  @Test
  void run_twentyFiveEvaluations_beatsRandomSearchMoreOftenThanNot() {
    assertThat(wins(25, 1, 10)).isGreaterThanOrEqualTo(6);
  }

  @Test
  void run_twentyFiveEvaluationsSixteenInFlight_beatsRandomSearchMoreOftenThanNot() {
    assertThat(wins(25, 16, 10)).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"100, 1, 19", "50, 1, 18", "25, 1, 14", "25, 16, 14"})
  @Tag("full")
  void run_onTwentySeeds_beatsRandomSearch(int evaluations, int inFlight, int least) {
    assertThat(wins(evaluations, inFlight, 20)).isGreaterThanOrEqualTo(least);
  }

  private int wins(int evaluations, int inFlight, int seeds) {
    int wins = 0;
    for (int seed = 0; seed < seeds; seed++) {
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
