package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import org.junit.jupiter.api.Test;

class FinalistSelectionTest {

  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  private final Set<Configuration> failing = new HashSet<>();
  private final List<Configuration> examined = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final List<Candidate> measured = new ArrayList<>();
  private Optional<Configuration> champion = Optional.empty();
  private int atOnce = 1;

  private void candidate(Configuration configuration, double objective) {
    measured.add(
        new Candidate(
            "run",
            new Proposal(measured.size() + 1, 0, "random", configuration),
            1,
            Optional.of(
                Examples.evaluation(
                    Examples.measured(1000 * objective, 1000 * objective), objective))));
  }

  private final class Examiner implements FinalistSelection.Examination {

    @Override
    public Optional<Rejected> refusal(BuiltFinalist finalist) {
      Configuration configuration = finalist.candidate().configuration();
      examined.add(configuration);
      return failing.contains(configuration)
          ? Optional.of(new Rejected(Rejection.SANITIZER, "small", "memcheck: stray"))
          : Optional.empty();
    }

    @Override
    public int atOnce() {
      return atOnce;
    }
  }

  private List<Integer> selected(FlaggedCandidates known, int places) throws InterruptedException {
    var selection =
        new FinalistSelection(
            configuration -> Examples.compiled("any"),
            List.of(new Examiner()),
            (_, digest) -> digest,
            Objective.DEFAULT,
            DEFAULT,
            champion,
            InstantSource.fixed(Examples.NOW),
            exclusions::add);
    return selection.select(measured, List.of(), known, places, _ -> true).stream()
        .map(one -> one.candidate().number())
        .toList();
  }

  @Test
  void select_bestThatFails_isExcludedAndTheNextTakesItsPlace() throws InterruptedException {
    candidate(DEFAULT, 1);
    candidate(Saxpy.block(16), 0.5);
    candidate(Saxpy.block(32), 0.6);
    candidate(Saxpy.block(128), 0.7);
    failing.add(Saxpy.block(16));

    assertThat(selected(FlaggedCandidates.NONE, 1)).containsExactly(1, 3);
    assertThat(exclusions)
        .containsExactly(
            new Exclusion(
                2, new Rejected(Rejection.SANITIZER, "small", "memcheck: stray"), Examples.NOW));
    assertThat(examined).containsExactly(Saxpy.block(16), Saxpy.block(32));
  }

  @Test
  void select_excludedBefore_isNotExaminedAgain() throws InterruptedException {
    candidate(DEFAULT, 1);
    candidate(Saxpy.block(16), 0.5);
    var known = new Exclusion(2, new Rejected(Rejection.SANITIZER, "small", "x"), Examples.NOW);

    assertThat(selected(new FlaggedCandidates(List.of(known), List.of(), List.of()), 6))
        .containsExactly(1);
    assertThat(examined).isEmpty();
  }

  @Test
  void select_leaderboardsChampionThatFails_doesNotEnter() throws InterruptedException {
    candidate(DEFAULT, 1);
    candidate(Saxpy.block(16), 0.5);
    candidate(Saxpy.block(32), 0.6);
    champion = Optional.of(Saxpy.block(32));
    failing.add(Saxpy.block(32));

    assertThat(selected(FlaggedCandidates.NONE, 2)).containsExactly(1, 2);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(3);
  }

  @Test
  void select_suspects_enterBehindTheOthers() throws InterruptedException {
    candidate(DEFAULT, 1);
    candidate(Saxpy.block(16), 0.5);
    candidate(Saxpy.block(32), 0.6);
    candidate(Saxpy.block(128), 0.7);
    var suspects =
        List.of(
            Suspect.open(2, Examples.NOW),
            Suspect.settled(3, OptionalDouble.of(0.8), Examples.NOW));

    assertThat(selected(new FlaggedCandidates(List.of(), List.of(), suspects), 6))
        .containsExactly(1, 4, 3, 2);
    assertThat(selected(new FlaggedCandidates(List.of(), List.of(), suspects), 2))
        .containsExactly(1, 4, 2);
    assertThat(selected(new FlaggedCandidates(List.of(), List.of(), suspects), 1))
        .containsExactly(1, 4);
  }

  @Test
  void select_severalExaminedAtOnce_entersTheSameInTheSameOrder() throws InterruptedException {
    candidate(DEFAULT, 1);
    for (int i = 1; i <= 8; i++) {
      candidate(Saxpy.block(i), i / 10.0);
    }
    failing.addAll(List.of(Saxpy.block(2), Saxpy.block(3)));
    List<Integer> alone = selected(FlaggedCandidates.NONE, 4);
    var examinedAlone = List.copyOf(examined);
    examined.clear();
    atOnce = 3;

    assertThat(selected(FlaggedCandidates.NONE, 4)).isEqualTo(alone);
    assertThat(examined).isEqualTo(examinedAlone);
  }
}
