package dev.evokernel.lab.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.PortfolioDecision;
import org.junit.jupiter.api.Test;

final class LieOutcomeTest {

  private static final Lie LIE = new Lie("memo", Set.of(LieStage.EVALUATION), Set.of(), "caches");

  /** A run whose candidate 2, without a role, serves a shape in a set. */
  private static LieLine line(Verdict verdict) {
    RunHistory run = ExampleRun.history();
    Candidate honest = run.candidates().getFirst();
    Candidate second = run.candidates().get(1);
    var liar =
        new Candidate(
            second.run(),
            new Proposal(2, 1, "random", LIE.applied(honest.configuration())),
            1,
            second.evaluation());
    PortfolioDecision sets = ExampleRun.portfolio();
    FinalsDecision slower = ExampleRun.finals(101_000, 40_500);
    var finals =
        new FinalsDecision(
            slower.results(),
            verdict,
            List.of(2),
            Optional.of(
                new PortfolioDecision(sets.sets(), sets.chosen(), sets.dispatched(), verdict)));
    RunHistory history =
        Examples.history(run.run(), List.of(honest, liar), Optional.of(finals));
    return new LieOutcome(LIE, history, Path.of("/tmp")).line();
  }

  @Test
  void line_lieInAnAcceptedSet_leads() {
    LieLine line = line(new Verdict(Verdict.Decision.ACCEPTED, List.of("small: faster.")));
    assertThat(line.stage()).isEqualTo(LieStage.LED);
  }

  @Test
  void line_lieInASetThatIsNotAccepted_doesNotLead() {
    LieLine line = line(new Verdict(Verdict.Decision.UNDECIDED, List.of("small: inconclusive.")));
    assertThat(line.stage()).isEqualTo(LieStage.NOWHERE);
  }
}
