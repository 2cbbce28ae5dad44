package dev.evokernel.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast.Relation;
import org.junit.jupiter.api.Test;

final class SequentialComparisonTest {

  private static final ComparisonRule RULE = ComparisonRule.confirmed(0.02, 2);

  private final List<FinalsSettings> processes = new ArrayList<>();
  private final List<String> news = new ArrayList<>();
  private final SplittableRandom noise = new SplittableRandom(11);

  /** The other takes so many times as long on {@code small}, and as long on {@code ragged}. */
  private SequentialComparison.Result settle(
      double times, double spread, SequentialComparison.Question question)
      throws InterruptedException {
    SequentialComparison.Round round =
        settings -> {
          processes.add(settings);
          return List.of(measured(1000, spread), measured(1000 * times, spread));
        };
    return new SequentialComparison(round, RULE, 4, new SplittableRandom(1), news::add)
        .settle(question);
  }

  private Measured measured(double small, double spread) {
    return new Measured(
        List.of(measurement("small", small, spread), measurement("ragged", 100, spread)));
  }

  private Measurement measurement(String shape, double nanos, double spread) {
    double[] samples =
        DoubleStream.generate(() -> nanos * (1 + spread * noise.nextGaussian()))
            .limit(60)
            .toArray();
    return new Measurement(shape, Samples.of(samples), 1, List.of());
  }

  private static SequentialComparison.Comparison shape(
      SequentialComparison.Result result, String name) {
    return Objects.requireNonNull(
        ((SequentialComparison.Result.Compared) result).shapes().get(name));
  }

  @Test
  void settle_ofEqualVariants_isDoneAfterOneProcess() throws InterruptedException {
    SequentialComparison.Result result = settle(1, 0.001, SequentialComparison.Question.RELATION);
    assertThat(processes).hasSize(1);
    assertThat(shape(result, "small").contrast().typical()).isEqualTo(Relation.SAME);
    assertThat(shape(result, "ragged").contrast().typical()).isEqualTo(Relation.SAME);
  }

  @Test
  void settle_ofASlowerOne_confirmsItInASecondProcess() throws InterruptedException {
    SequentialComparison.Result result =
        settle(1.1, 0.001, SequentialComparison.Question.REGRESSION);
    assertThat(processes).hasSize(2);
    assertThat(processes).extracting(FinalsSettings::seed).doesNotHaveDuplicates();
    assertThat(shape(result, "small").contrast().typical()).isEqualTo(Relation.SLOWER);
    assertThat(shape(result, "small").pairs()).hasSize(2);
    assertThat(shape(result, "small").other().count()).isEqualTo(120);
    assertThat(shape(result, "ragged").contrast().typical()).isEqualTo(Relation.SAME);
  }

  @Test
  void settle_ofAFasterOne_isOneProcessOnlyWhereARegressionIsLookedFor()
      throws InterruptedException {
    settle(0.8, 0.001, SequentialComparison.Question.REGRESSION);
    assertThat(processes).hasSize(1);
    processes.clear();
    assertThat(
            shape(settle(0.8, 0.001, SequentialComparison.Question.RELATION), "small")
                .contrast()
                .typical())
        .isEqualTo(Relation.FASTER);
    assertThat(processes).hasSize(2);
  }

  @Test
  void settle_inTooMuchNoise_givesUpAfterTheLastProcess() throws InterruptedException {
    SequentialComparison.Result result = settle(1, 0.2, SequentialComparison.Question.RELATION);
    assertThat(processes).hasSize(4);
    assertThat(news).last().isEqualTo("measuring, process 4 of at most 4");
    assertThat(shape(result, "small").contrast().typical()).isEqualTo(Relation.UNDECIDED);
  }

  @Test
  void settle_withOneRefused_saysWhich() throws InterruptedException {
    Outcome.Rejected wrong = Examples.rejected(Rejection.WRONG_RESULT);
    SequentialComparison.Round round = _ -> List.of(measured(1000, 0.001), wrong);
    SequentialComparison.Result result =
        new SequentialComparison(round, RULE, 4, new SplittableRandom(1), news::add)
            .settle(SequentialComparison.Question.REGRESSION);
    assertThat(result).isEqualTo(new SequentialComparison.Result.Refused(1, wrong));
  }

  @Test
  void new_withFewerProcessesThanMustAgree_isRefused() {
    assertThatThrownBy(
            () ->
                new SequentialComparison(
                    _ -> List.of(), RULE, 1, new SplittableRandom(1), news::add))
        .hasMessageContaining("needs 2 processes, but only 1");
  }
}
