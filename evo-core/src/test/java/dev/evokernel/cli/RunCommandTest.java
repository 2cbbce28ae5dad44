package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Test;

final class RunCommandTest {

  private static RunHistory ended(Decision decision) {
    RunHistory run = ExampleRun.history();
    FinalsDecision slower = ExampleRun.finals(101_000, 40_500);
    return Examples.history(
        run.run(),
        run.candidates(),
        Optional.of(
            new FinalsDecision(
                slower.results(), new Verdict(decision, List.of("For a test.")), List.of(2))));
  }

  @Test
  void exitCode_oneOfSeveralRunsUndecided_isThree() {
    assertThat(
            RunCommand.exitCode(List.of(ended(Decision.DEFAULT_STAYS), ended(Decision.UNDECIDED))))
        .isEqualTo(3);
  }

  @Test
  void exitCode_allRunsDecided_isZero() {
    assertThat(RunCommand.exitCode(List.of(ExampleRun.history(), ended(Decision.DEFAULT_STAYS))))
        .isZero();
  }
}
