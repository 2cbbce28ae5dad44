package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import org.junit.jupiter.api.Test;

final class RunFactsTest {

  private static List<Candidate> candidates(int all, Rejection reason, int rejected) {
    return IntStream.range(0, all)
        .mapToObj(
            number ->
                outline(
                    number,
                    number < rejected
                        ? Optional.of(new Rejected(reason, "a", "It differs."))
                        : Optional.empty()))
        .toList();
  }

  private static Candidate outline(int number, Optional<Rejected> rejected) {
    return new Candidate(
        "run-1",
        new Proposal(number + 1, 0, "random", new Configuration(Map.of())),
        1,
        Optional.of(
            Examples.evaluation(
                rejected.<Outcome>map(why -> why).orElse(Examples.measured(1, 1)), 1)));
  }

  @Test
  void commonRejection_ofMoreThanAFifth_namesTheKeyThatAllowsIt() {
    assertThat(RunFacts.commonRejection(candidates(119, Rejection.NOT_REPEATABLE, 73)))
        .contains(
            "73 of 119 candidates were rejected as not-repeatable. If atomic sums may differ from"
                + " launch to launch, allow that in kernel.yaml: repeatable: within-tolerance");
  }

  @Test
  void commonRejection_ofAFifthOrOfFew_isNone() {
    assertThat(RunFacts.commonRejection(candidates(100, Rejection.NOT_REPEATABLE, 20))).isEmpty();
    assertThat(RunFacts.commonRejection(candidates(4, Rejection.WRONG_RESULT, 2))).isEmpty();
    assertThat(RunFacts.commonRejection(List.of())).isEmpty();
  }

  @Test
  void commonRejection_ofEachReason_saysWhatToDo() {
    for (Rejection reason : Rejection.values()) {
      assertThat(RunFacts.commonRejection(candidates(10, reason, 9)).orElseThrow())
          .startsWith("9 of 10 candidates were rejected as " + reason.label() + ". ")
          .hasSizeGreaterThan(80);
    }
  }
}
