package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext.Migration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunEvents.StoredMigrant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run and another one, which found blocks of 128 and 32 to be better than the default's 64. */
final class MigrantExchangeTest extends PipelineFixture {

  private static final Configuration BEST = Saxpy.block(128);
  private static final Configuration SECOND = Saxpy.block(32);

  private final CandidateRegistry others =
      new CandidateRegistry(
          List.of(
              evaluated(1, 0, Saxpy.read().defaultConfiguration(), 1),
              evaluated(2, 0, SECOND, 0.8),
              evaluated(3, 0, BEST, 0.5),
              evaluated(4, 0, Saxpy.block(16), 1.2)));

  private static Candidate evaluated(
      int number, int generation, Configuration configuration, double objective) {
    return new Candidate(
        ExampleRun.ID,
        new Proposal(number, generation, "random", configuration),
        1,
        Optional.of(Examples.evaluation(Examples.measured(10, 1), objective)));
  }

  private static InitialConfiguration from(int number, Configuration configuration, RunSpec spec) {
    return new InitialConfiguration(
        configuration, "run other/%d on %s".formatted(number, spec.device().model()));
  }

  private Migration migration(CandidateRegistry own) {
    RunSpec spec = spec();
    var exchange = new MigrantExchange();
    SearchSpace space =
        SearchSpace.of(kernel, kernel.shapes(), new DeviceLimits(Limit.ordinary("cpu")));
    exchange.join(as(spec, "other", spec.search()), store.events("other"), space, others);
    return exchange.join(spec, store.events(spec.id()), space, own);
  }

  @Test
  void next_ofABetterOneElsewhere_isInTheStoreBeforeItIsProposed() {
    Migration migration = migration(new CandidateRegistry(List.of()));
    assertThat(migration.next(0)).contains(from(3, BEST, spec()));
    assertThat(store.events(ExampleRun.ID).all(StoredMigrant.class))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.bred()).isZero();
              assertThat(one.configuration()).isEqualTo(BEST);
              assertThat(one.origin()).isEqualTo(from(3, BEST, spec()).origin());
            });
    assertThat(migration.next(8)).contains(from(2, SECOND, spec()));
    assertThat(migration.next(16)).as("what is worse than the default there").isEmpty();
  }

  @Test
  void next_ofWhatWasProposedHere_isPassedOver() {
    var own = new CandidateRegistry(List.of());
    own.proposed(new Proposal(own.number(BEST), 0, "random", BEST));
    assertThat(migration(own).next(0)).contains(from(2, SECOND, spec()));
  }

  @Test
  void next_inAResumedRun_isTheSameAtTheSamePlaceAndNothingElseWhatIsRepeated() {
    var first = new CandidateRegistry(List.of());
    first.proposed(new Proposal(first.number(SECOND), 0, "random", SECOND));
    assertThat(migration(first).next(8)).contains(from(3, BEST, spec()));

    int population = spec().search().settings().population();
    var resumed = new CandidateRegistry(List.of(evaluated(1, 2, Saxpy.block(256), 0.9)));
    Migration again = migration(resumed);
    assertThat(again.next(0)).as("it took nothing there").isEmpty();
    assertThat(again.next(8)).contains(from(3, BEST, spec()));
    resumed.proposed(new Proposal(resumed.number(BEST), 0, "random", BEST));
    assertThat(again.next(population)).as("a proposal that is repeated").isEmpty();
    assertThat(again.next(2 * population)).contains(from(2, SECOND, spec()));
  }
}
