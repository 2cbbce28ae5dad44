package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.Role;
import org.junit.jupiter.api.Test;

final class ConfirmationDecisionTest extends ConfirmationFixture {

  @Test
  void hold_everyAcceptedFinalistWithFindings_leavesTheDefaultAndSaysWhy()
      throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(32, 0.5, Examples.measured(800, 80));
    unsafe.put(Saxpy.block(32), new Rejected(Rejection.SANITIZER, "small", "a read of 4 bytes"));

    FinalsDecision finals = hold();

    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons())
        .containsExactly("Candidate 2 is excluded: sanitizer on shape 'small'. a read of 4 bytes");
    assertThat(finals.candidate(Role.CHAMPION)).isEmpty();
  }

  @Test
  void hold_withAFasterFinalist_acceptsTheFastest() throws InterruptedException {
    candidate(16, 0.9, Examples.measured(700, 70));
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(32, 0.5, Examples.measured(800, 80));
    FinalsDecision finals = hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32), Saxpy.block(16));
    assertThat(finals.candidate(Role.DEFAULT)).hasValue(2);
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(1);
    assertThat(finals.candidate(Role.FINALIST)).hasValue(3);
    assertThat(finals.verdict().accepted()).isTrue();
    assertThat(finals.tied()).startsWith(1);
    assertThat(finals.results()).hasSize(6);
    assertThat(
            finals.result(1, "small").flatMap(FinalistMeasurement::speedUp).orElseThrow().ratio())
        .isBetween(1.42, 1.44);
    assertThat(finals.result(2, "small").flatMap(FinalistMeasurement::speedUp)).isEmpty();
  }

  @Test
  void hold_withNoFinalistFastEnough_keepsTheDefaultAndSaysWhy() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(1200, 120));
    candidate(32, 0.6, Examples.measured(1100, 110));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).isEmpty();
    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons()).isNotEmpty();
    assertThat(finals.tied()).containsExactly(3);
    assertThat(finals.result(3, "small").orElseThrow().role()).isEqualTo(Role.FINALIST);
  }

  @Test
  void hold_withAFasterFinalistThatIsRefused_takesTheNext() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(100, 120));
    candidate(32, 0.6, Examples.measured(800, 80));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.result(2, "ragged").orElseThrow().role()).isEqualTo(Role.FINALIST);
  }

  @Test
  void hold_withTheDefaultFailing_decidesNothing() throws InterruptedException {
    candidate(64, 1, Examples.rejected(Rejection.CRASH));
    candidate(16, 0.5, Examples.measured(500, 50));
    FinalsDecision finals = hold();
    assertThat(finals.results()).isEmpty();
    assertThat(finals.verdict().decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(finals.verdict().reasons())
        .containsExactly("The default failed in the finals: crash on shape 'small'. for the test");
    assertThat(exclusions).isEmpty();
  }

  @Test
  void hold_withAFinalistFailing_goesOnWithoutIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.4, Examples.rejected(Rejection.WRONG_RESULT));
    candidate(32, 0.5, Examples.measured(500, 50));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.results()).extracting(FinalistMeasurement::candidate).doesNotContain(2);
    assertThat(exclusions)
        .containsExactly(new Exclusion(2, Examples.rejected(Rejection.WRONG_RESULT), Examples.NOW));
  }

  @Test
  void hold_withEveryFinalistFailing_decidesNothingAndRecordsAll() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    for (int i = 1; i <= 7; i++) {
      candidate(i, 0.1 + i / 100.0, Examples.rejected(Rejection.WRONG_RESULT));
    }
    FinalsDecision finals = hold();
    assertThat(finals.verdict().decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(finals.verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("Every finalist besides the default failed in the finals: 2 (wrong-result on");
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2, 3, 4, 5, 6, 7);
  }

  @Test
  void hold_withAFinalistThatNoLongerCompiles_goesOnWithoutIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.4, Examples.measured(400, 40));
    candidate(32, 0.5, Examples.measured(500, 50));
    compile =
        configuration ->
            configuration.equals(Saxpy.block(16))
                ? new Compilation.Failed("the cache is gone", false)
                : Examples.compiled(configuration.toString());
    FinalsDecision finals = hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32));
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void hold_withTheDefaultAloneOfASpaceThatWasTried_keepsIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    exhausted = true;
    assertThat(hold().verdict())
        .isEqualTo(
            Verdict.defaultStays("Every configuration was tried; only the default is valid."));
  }

  @Test
  void hold_withAllOthersOfASpaceThatWasTriedFailing_keepsTheDefault() throws InterruptedException {
    exhausted = true;
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.rejected(Rejection.CRASH));
    assertThat(hold().verdict().decision()).isEqualTo(Decision.DEFAULT_STAYS);
  }

  @Test
  void hold_withTheDefaultAlone_decidesNothing() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    FinalsDecision finals = hold();
    assertThat(finals.verdict().decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(finals.verdict().reasons())
        .containsExactly("No finalist besides the default was measured.");
    assertThat(finals.tied()).containsExactly(1);
    assertThat(finals.candidate(Role.DEFAULT)).hasValue(1);
  }

  @Test
  void hold_withIdenticalBinaries_entersEachOnce() throws InterruptedException {
    candidate(64, 1, "same", Examples.measured(1000, 100));
    candidate(16, 1, "same", Examples.measured(1000, 100));
    candidate(32, 0.5, "other", Examples.measured(500, 50));
    candidate(128, 0.5, "other", Examples.measured(500, 50));
    hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32));
  }
}
