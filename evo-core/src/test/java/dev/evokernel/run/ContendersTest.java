package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import org.junit.jupiter.api.Test;

final class ContendersTest {

  private static Candidate evaluated(int number, double objective) {
    return new Candidate(
        ExampleRun.ID,
        new Proposal(number, 0, "random", Saxpy.block(number)),
        1,
        Optional.of(Examples.evaluation(Examples.measured(10, 1), objective)));
  }

  /** On the way of time and energy: what is faster takes more. */
  private static Candidate thirsty(int number, double nanos, double joules) {
    return new Candidate(
        ExampleRun.ID,
        new Proposal(number, 0, "random", Saxpy.block(number)),
        1,
        Optional.of(Examples.evaluation(Examples.measured(nanos, nanos, joules), nanos)));
  }

  @Test
  void choose_ofAFront_areItsMembersWhateverTheirTime() {
    int count = Contenders.PROGRAMS + 50;
    var candidates = new ArrayList<Candidate>();
    for (int n = 1; n <= count; n++) {
      candidates.add(thirsty(n, n, 20));
    }
    candidates.add(thirsty(count + 1, 2 * count, 2)); // The slowest, and the front's other end.
    candidates.add(thirsty(count + 2, 2 * count + 1, 3)); // Beaten by it, the next where it fails.
    Measured theDefault = candidates.get(100).measured().orElseThrow();
    List<Integer> chosen =
        new Contenders(
                new CandidateRegistry(candidates),
                (configuration, digest) -> digest,
                FlaggedCandidates.NONE)
                .choose(
                    Set.of(),
                    new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ENERGY)),
                    theDefault)
                .stream()
                .map(Candidate::number)
                .toList();
    assertThat(chosen).contains(1, Contenders.PROGRAMS, count + 1, count + 2).doesNotContain(count);
  }

  private static List<Integer> chosen(
      List<Candidate> candidates, FlaggedCandidates flags, int... besides) {
    return new Contenders(
            new CandidateRegistry(candidates), (configuration, digest) -> digest, flags)
            .choose(
                Set.of(IntStream.of(besides).mapToObj(Saxpy::block).toArray(Configuration[]::new)))
            .stream()
            .map(Candidate::number)
            .toList();
  }

  /** One program each, since the example's digest tells the objective; the last is the best. */
  private static List<Candidate> many(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> evaluated(n, 1000.0 - n)).toList();
  }

  @Test
  void choose_ofManyPrograms_areTheBestAndWhatIsAskedFor() {
    int count = Contenders.PROGRAMS + 50;
    List<Integer> chosen = chosen(many(count), FlaggedCandidates.NONE, 1);
    assertThat(chosen).hasSize(Contenders.PROGRAMS + 1).contains(1, 51, count).doesNotContain(50);
  }

  @Test
  void choose_ofOneProgram_isItsFirstCandidate() {
    List<Candidate> same = List.of(evaluated(1, 0.5), evaluated(2, 0.5), evaluated(3, 0.7));
    assertThat(chosen(same, FlaggedCandidates.NONE)).containsExactly(1, 3);
  }

  @Test
  void choose_flagged_countsByWhatWasFoundLater() {
    var flags =
        new FlaggedCandidates(
            List.of(new Exclusion(1, Examples.rejected(Rejection.SANITIZER), Examples.NOW)),
            List.of(),
            List.of(
                Suspect.open(2, Examples.NOW),
                Suspect.settled(3, OptionalDouble.empty(), Examples.NOW)));
    List<Candidate> candidates =
        List.of(evaluated(1, 0.1), evaluated(2, 0.2), evaluated(3, 0.3), evaluated(4, 0.4));
    assertThat(chosen(candidates, flags)).containsExactly(2, 4);
  }
}
