package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunHistory;
import dev.evokernel.surrogate.Importance;
import dev.evokernel.surrogate.Importance.RemainingGain;
import org.junit.jupiter.api.Test;

final class NextStepTest {

  /** The step on budget of the example run, explained by the default, its first evaluation. */
  private static NextStep budget(double gain) {
    StudiedRun example =
        StudiedRun.of(ExampleRun.history(), Optional.empty(), Path.of("results"), ZoneOffset.UTC);
    var importance = new Importance(4, 0.9, List.of(), List.of(), new RemainingGain(50, gain));
    var run =
        Altered.of(
            example,
            "best",
            example.history().defaultCandidate(),
            "importance",
            Optional.of(importance),
            "isSpaceKnown",
            true);
    return NextStep.of(run).stream()
        .filter(step -> step.sentence().contains("untried"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void budget_ofALargeExpectedGain_isToBeAddedWhateverTheLastImprovement() {
    NextStep step = budget(0.22);
    assertThat(step.gist()).isEqualTo("Add budget");
    assertThat(step.sentence()).contains("expected gain of 22 %");
    assertThat(step.command()).contains("--wall TIME");
    assertThat(budget(0.001).gist())
        .isEqualTo("Stop searching: more evaluations are not worthwhile");
  }

  @Test
  void budget_namesTheLastImprovementThatTheChartHas() {
    RunHistory history = ExampleRun.history();
    SearchTrace.Excerpt trace =
        StudiedRun.of(history, Optional.empty(), Path.of("results"), ZoneOffset.UTC).trace();
    assertThat(budget(0.22).sentence())
        .endsWith(
            "The last improvement was evaluation %d of %d."
                .formatted(trace.best().getLast()[0] + 1, trace.speed().length));
  }
}
