package dev.evokernel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.comparison.ComparisonRound;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import org.junit.jupiter.api.Test;

final class StabilityTest {

  private static final Configuration DEFAULT = configuration(0);

  /** What each configuration takes; the default's is the first. */
  private static final Map<Configuration, Double> NANOS =
      Map.of(
          DEFAULT,
          200.0,
          configuration(1),
          100.0,
          configuration(2),
          100.4,
          configuration(3),
          110.0);

  private final SplittableRandom noise = new SplittableRandom(3);

  private static Configuration configuration(long block) {
    return new Configuration(Map.of("BLOCK", Value.of(block)));
  }

  private static Stability.Choice choice(long block, double claimed) {
    return new Stability.Choice(
        "seed-" + block,
        block,
        40,
        configuration(block),
        Map.of("small", new SpeedUp(claimed, claimed - 0.05, claimed + 0.05, 0.95, 0, 1)));
  }

  private Stability.Result judge(Stability.Choice... choices) throws InterruptedException {
    return Stability.judge(List.of(choices), DEFAULT, this::round, new SplittableRandom(4));
  }

  private ComparisonRound round(List<Configuration> configurations) {
    assertThat(configurations).doesNotHaveDuplicates().startsWith(DEFAULT);
    return _ -> {
      var outcomes = new ArrayList<Outcome>();
      for (Configuration configuration : configurations) {
        double nanos = Objects.requireNonNull(NANOS.get(configuration));
        double[] samples =
            DoubleStream.generate(() -> nanos * (1 + 0.001 * noise.nextGaussian()))
                .limit(30)
                .toArray();
        outcomes.add(
            new Measured(List.of(new Measurement("small", Samples.of(samples), 1, List.of()))));
      }
      return outcomes;
    };
  }

  @Test
  void judge_ofManyRuns_knowsRegretFlipsAndCoverage() throws InterruptedException {
    Stability.Result result =
        judge(choice(1, 2.0), choice(1, 2.0), choice(2, 2.3), choice(3, 1.83));
    assertThat(result.winners())
        .extracting(Stability.Winner::configuration)
        .containsExactly(configuration(1), configuration(2), configuration(3));
    assertThat(result.winners()).extracting(Stability.Winner::runs).containsExactly(2, 1, 1);
    assertThat(result.winners().getLast().regret().ratio()).isCloseTo(1.1, within(0.002));
    assertThat(result.winners().getLast().regret().low()).isGreaterThan(1.08);
    assertThat(result.winners().getFirst().speedUp().ratio()).isCloseTo(2, within(0.01));
    assertThat(result.stayed()).isFalse();
    assertThat(result.near().hits()).isEqualTo(3);
    assertThat(result.agreeing().hits()).isEqualTo(1);
    assertThat(result.agreeing().trials()).isEqualTo(6);
    assertThat(result.covered().orElseThrow().hits()).isEqualTo(3);
  }

  @Test
  void judge_ofRunsInWhichTheDefaultStayed_hasNoIntervalToCheck() throws InterruptedException {
    var stayed = new Stability.Choice("seed-1", 1, 12, DEFAULT, Map.of());
    Stability.Result result = judge(stayed, stayed);
    assertThat(result.covered()).isEmpty();
    assertThat(result.agreeing().share()).isEqualTo(1);
    var report = new StabilityReport(result, "2 runs", "./evo bench stability k");
    assertThat(report.text())
        .contains("2 runs chose 1 different configurations", "the best", "Within 1 %")
        .contains("A run evaluated 12 to 12 candidates.", "The default stayed in every run.");
    assertThat(report.markdown()).contains("| winner |", "```sh");
    assertThat(report.json()).contains("\"near_best\"").doesNotContain("intervals_that_cover");
  }
}
