package dev.evokernel.run.listen;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Budget;
import dev.evokernel.store.ExampleRun;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

final class RunMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RunMetrics metrics =
      new RunMetrics(registry, Map.of(), _ -> Optional.empty(), new RunListener() {});

  private static Progress progress(OptionalDouble best) {
    return new Progress(0, 1, Map.of(), best, Duration.ZERO, Budget.DEFAULT);
  }

  @Test
  void new_beforeTheFirstEvaluation_knowsNoBest() {
    assertThat(registry.get("evo.best.time.ratio").gauge().value()).isNaN();
    assertThat(registry.get("evo.best.speedup.ratio").gauge().value()).isNaN();
    assertThat(registry.get("evo.compile").timer().count()).isZero();
  }

  @Test
  void evaluated_countsByOutcomeAndTimesBothSteps() {
    metrics.evaluated(
        Examples.evaluation(Examples.measured(500, 50), 0.5), progress(OptionalDouble.of(0.5)));
    metrics.evaluated(
        Examples.evaluation(Examples.rejected(Rejection.TIMEOUT), 0),
        progress(OptionalDouble.of(0.5)));
    assertThat(registry.get("evo.evaluations").tag("outcome", "measured").counter().count())
        .isEqualTo(1);
    assertThat(registry.get("evo.evaluations").tag("outcome", "timeout").counter().count())
        .isEqualTo(1);
    assertThat(registry.get("evo.compile").timer().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(2);
    assertThat(registry.get("evo.measure").timer().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(4);
    assertThat(registry.get("evo.best.time.ratio").gauge().value()).isEqualTo(0.5);
    assertThat(registry.get("evo.best.speedup.ratio").gauge().value()).isEqualTo(2);
  }

  @Test
  void spent_tellsWhereTheTimeWent() {
    metrics.spent(ExampleRun.timeBudget());
    assertThat(
            registry
                .get("evo.time")
                .tags("part", "device", "activity", "timing")
                .functionCounter()
                .count())
        .isEqualTo(100);
    assertThat(
            registry
                .get("evo.time")
                .tags("part", "compilers", "activity", "compiling")
                .functionCounter()
                .count())
        .isEqualTo(600);
    assertThat(registry.get("evo.device.busy.ratio").gauge().value()).isEqualTo(0.9);
  }

  @Test
  void evaluated_fromTheCacheOrWithoutALaunch_isNotTimed() {
    metrics.evaluated(
        Examples.ended(
            Examples.rejected(Rejection.COMPILE_ERROR),
            OptionalDouble.empty(),
            "",
            0,
            0,
            Examples.NOW),
        progress(OptionalDouble.empty()));
    assertThat(registry.get("evo.compile").timer().count()).isZero();
    assertThat(registry.get("evo.measure").timer().count()).isZero();
  }

  @Test
  void queued_showsBothQueues() {
    metrics.queued(5, 3);
    assertThat(registry.get("evo.queue.candidates").tag("waiting", "compiler").gauge().value())
        .isEqualTo(5);
    assertThat(registry.get("evo.queue.candidates").tag("waiting", "device").gauge().value())
        .isEqualTo(3);
  }

  @Test
  void evaluated_tellsTheBudgetAndHowMuchOfItIsSpent() {
    assertThat(registry.get("evo.progress.ratio").gauge().value()).isZero();
    metrics.evaluated(
        Examples.evaluation(Examples.measured(500, 50), 0.5),
        new Progress(
            3,
            5,
            Map.of(),
            OptionalDouble.of(0.5),
            Duration.ofSeconds(90),
            new Budget(Duration.ofMinutes(3), Budget.UNLIMITED)));
    assertThat(registry.get("evo.progress.ratio").gauge().value()).isEqualTo(0.5);
    assertThat(registry.get("evo.spent.seconds").gauge().value()).isEqualTo(90);
    assertThat(registry.get("evo.budget.seconds").gauge().value()).isEqualTo(180);
    assertThat(registry.get("evo.budget.evaluations").gauge().value()).isNaN();
    assertThat(registry.get("evo.generation").gauge().value()).isEqualTo(3);
  }
}
