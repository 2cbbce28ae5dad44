package dev.evokernel.fleet.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the comparison finds in histories that were tampered with. */
final class ChaosComparisonTest {

  private static final ChaosSettings SETTINGS = new ChaosSettings(0, 3, 1, 24, 0, 1000);

  @TempDir private static Path folder;
  private static RunHistory history;

  @BeforeAll
  static void run() throws IOException, InterruptedException {
    history = history(Set.of());
  }

  private static RunHistory history(Set<Configuration> quarantined)
      throws IOException, InterruptedException {
    return ChaosReference.run(new ChaosFolder(folder), SETTINGS, quarantined);
  }

  private static RunHistory with(List<Candidate> candidates) {
    return Examples.history(history.run(), candidates, history.finals());
  }

  /** The history with another candidate in the place of the eighth. */
  private static RunHistory changed(UnaryOperator<Candidate> change) {
    var candidates = new ArrayList<>(history.candidates());
    candidates.set(7, change.apply(candidates.get(7)));
    return with(candidates);
  }

  private static Candidate with(
      Candidate candidate, int attempts, Optional<Evaluation> evaluation) {
    return new Candidate(candidate.run(), candidate.proposal(), attempts, evaluation);
  }

  private static Candidate rejected(Candidate candidate, Rejection why) {
    Evaluation before = candidate.evaluation().orElseThrow();
    return with(
        candidate,
        3,
        Optional.of(
            Examples.ended(
                new Rejected(why, "", ""), OptionalDouble.empty(), "", 1, 1, before.finished())));
  }

  private static Optional<String> difference(RunHistory struck) {
    return new ChaosComparison(struck, 24).difference(history, 2);
  }

  @Test
  void difference_sameRun_isNone() throws IOException, InterruptedException {
    assertThat(difference(history)).isEmpty();
    assertThat(difference(history(Set.of()))).isEmpty();
  }

  @Test
  void difference_anotherValue_namesTheCandidate() {
    RunHistory struck = changed(candidate -> rejected(candidate, Rejection.TIMEOUT));

    assertThat(difference(struck).orElseThrow()).contains("Candidate 8 has outcome timeout");
  }

  @Test
  void difference_candidateWithoutEvaluationOrMissing_isFound() {
    assertThat(difference(changed(one -> with(one, 1, Optional.empty()))).orElseThrow())
        .isEqualTo("Candidate 8 was never evaluated.");
    assertThat(difference(with(history.candidates().subList(0, 23))).orElseThrow())
        .isEqualTo("The run has 23 candidates; without faults 24.");
  }

  @Test
  void difference_anotherProposal_isFound() {
    var candidates = new ArrayList<>(history.candidates());
    candidates.remove(7);

    assertThat(difference(with(candidates)).orElseThrow()).startsWith("Candidate 8 is ");
  }

  @Test
  void difference_moreAttemptsThanLosses_wereCountedTwice() {
    assertThat(difference(changed(one -> with(one, 3, one.evaluation())))).isEmpty();
    assertThat(difference(changed(one -> with(one, 4, one.evaluation()))).orElseThrow())
        .startsWith("3 attempts were repeated, but at most 2 can have been lost");
  }

  @Test
  void difference_withoutFinals_isFound() {
    var without = Examples.history(history.run(), history.candidates(), Optional.empty());

    assertThat(difference(without).orElseThrow()).isEqualTo("There were no finals.");
  }

  @Test
  void quarantined_crashThatNoFormulaGives_isImposedOnTheOtherRun()
      throws IOException, InterruptedException {
    RunHistory struck = changed(candidate -> rejected(candidate, Rejection.CRASH));
    var comparison = new ChaosComparison(struck, 24);

    assertThat(comparison.quarantined())
        .containsExactly(history.candidates().get(7).configuration());
    RunHistory other = history(comparison.quarantined());
    assertThat(other.candidates().get(7).outcomeLabel()).isEqualTo(Rejection.COMPILE_ERROR.label());
    assertThat(new ChaosComparison(other, 24).difference(struck, 2).orElse(""))
        .doesNotContain("Candidate 8 ");
  }

  @Test
  void saw_evaluationThatIsGoneOrAnother_isLost() {
    var recorded = new RecordedEvaluations();
    recorded.saw(history.candidates().subList(0, 10));
    recorded.saw(history.candidates());
    assertThat(recorded.problem()).isEmpty();

    recorded.saw(changed(one -> rejected(one, Rejection.CRASH)).candidates());
    recorded.saw(history.candidates().subList(1, 24));

    assertThat(recorded.lost()).isEqualTo(2);
    assertThat(recorded.problem().orElseThrow())
        .startsWith("The evaluation of candidate 1 was recorded");
  }
}
