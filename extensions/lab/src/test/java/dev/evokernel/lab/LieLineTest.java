package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.Lie.LieLine;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import org.junit.jupiter.api.Test;

final class LieLineTest {

  private static final Lie LIE = new Lie("memo", Set.of(Lie.Stage.EVALUATION), Set.of(), "caches");

  /** A run whose candidate 2, without a role, serves a shape in a set. */
  private static LieLine line(Verdict verdict) {
    RunHistory run = ExampleRun.history();
    var values = new LinkedHashMap<>(run.run().subject().defaultConfiguration().values());
    values.put("LIE", Value.of("honest_slow"));
    var honest = new Configuration(values);
    PortfolioDecision sets = ExampleRun.portfolio();
    var finals =
        new FinalsDecision(
            ExampleRun.finals(101_000, 40_500).results(),
            verdict,
            List.of(2),
            Optional.of(
                new PortfolioDecision(sets.sets(), sets.chosen(), sets.dispatched(), verdict)));
    RunHistory history =
        Examples.history(
            withDefault(run.run(), honest),
            List.of(
                configured(run.candidates().getFirst(), honest),
                configured(run.candidates().get(1), LIE.applied(honest))),
            Optional.of(finals));
    return LieLine.of(LIE, history, Path.of("/tmp"));
  }

  private static Candidate configured(Candidate candidate, Configuration configuration) {
    return new Candidate(
        candidate.run(),
        new Proposal(candidate.number(), 0, "random", configuration),
        1,
        candidate.evaluation());
  }

  private static StoredRun withDefault(StoredRun stored, Configuration configuration) {
    return Altered.of(stored, "run.subject.defaultConfiguration", configuration);
  }

  @Test
  void line_lieInAnAcceptedSet_leads() {
    LieLine line = line(new Verdict(Verdict.Decision.ACCEPTED, List.of("small: faster.")));
    assertThat(line.stage()).isEqualTo(Lie.Stage.LED);
  }

  @Test
  void line_lieInASetThatIsNotAccepted_doesNotLead() {
    LieLine line = line(new Verdict(Verdict.Decision.UNDECIDED, List.of("small: inconclusive.")));
    assertThat(line.stage()).isEqualTo(Lie.Stage.NOWHERE);
  }
}
