package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.record.CandidateOutline;
import org.junit.jupiter.api.Test;

final class RunFactsTest {

  private static List<CandidateOutline> candidates(int all, Rejection reason, int rejected) {
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

  private static CandidateOutline outline(int number, Optional<Rejected> rejected) {
    return new CandidateOutline(
        new Proposal(number + 1, 0, "random", new Configuration(Map.of())),
        1,
        Optional.of(
            new CandidateOutline.End(
                OptionalDouble.empty(), rejected, Set.of(), "", "", 0, Instant.EPOCH, 0)));
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
