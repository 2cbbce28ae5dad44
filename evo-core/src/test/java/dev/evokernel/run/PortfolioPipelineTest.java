package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Candidates that are evaluated on some of the shapes. */
final class PortfolioPipelineTest extends PipelineFixture {

  private static final long DEFAULT = 64;

  private List<String> shapes = List.of();

  @BeforeEach
  void seekAPortfolio() {
    portfolio = Optional.of(PortfolioSettings.DEFAULT);
    shapes = kernel.shapes().stream().map(Shape::name).toList();
  }

  private Proposal on(long block, Integer... some) {
    return new Proposal(
        1, 1, "random", Saxpy.block(block), List.of(), Stream.of(some).map(shapes::get).toList());
  }

  private Trial trial(Proposal proposal) {
    return trials(List.of(Examples.batch(DEFAULT).getFirst(), proposal)).getLast();
  }

  @Test
  void trial_onOneShape_hasNoObjectiveButOneThere() {
    Trial trial = trial(on(16, 1));

    assertThat(trial.objective()).isEmpty();
    assertThat(trial.isRejected()).isFalse();
    assertThat(trial.shapes().getFirst()).isEmpty();
    assertThat(trial.shapes().get(1)).isPresent();
    assertThat(stored(2).objective()).isEmpty();
    assertThat(stored().getLast().proposal().shapes()).containsExactly(shapes.get(1));
    assertThat(stored().getFirst().proposal().shapes()).isEmpty();
  }

  @Test
  void trial_onEveryShape_hasAnObjectiveToo() {
    Trial trial = trial(on(16));

    assertThat(trial.objective()).isPresent();
    assertThat(trial.shapes()).allMatch(OptionalDouble::isPresent);
  }

  @Test
  void trial_knownFromAnEarlierSession_isTheSameAgain() {
    Trial before = trial(on(16, 1));
    events.clear();

    assertThat(trial(on(16, 1))).isEqualTo(before);
    assertThat(events).isEmpty();
  }

  private final List<Exclusion> excluded = new ArrayList<>();

  private void fill(Candidate candidate, boolean inTime) throws InterruptedException {
    var registry = new CandidateRegistry(stored());
    new MissingTimes(
            spec(),
            compile,
            device(),
            store,
            RunFindings.of((configuration, digest) -> digest, registry),
            Examples.measured(1000, 100),
            clock(),
            excluded::add)
        .fill(List.of(candidate), () -> inTime);
  }

  @Test
  void fill_timedOnOneShape_isStoredOnAllAndTheSearchHearsOfThatShapeAlone()
      throws InterruptedException {
    Trial before = trial(on(16, 1));
    fill(stored().getLast(), true);

    Candidate filled = stored().getLast();
    assertThat(filled.measured().orElseThrow().measurements())
        .extracting(Measurement::shape)
        .isEqualTo(shapes);
    assertThat(filled.objective()).isPresent();
    assertThat(trial(on(16, 1))).isEqualTo(before);
  }

  @Test
  void fill_rejectedOnAnotherShape_isExcludedAndStaysMeasured() throws InterruptedException {
    trial(on(16, 1));
    evaluate = request -> Examples.assessed(Examples.rejected(Rejection.WRONG_RESULT));
    fill(stored().getLast(), true);

    assertThat(excluded).extracting(Exclusion::candidate).containsExactly(2);
    assertThat(stored().getLast().measured().orElseThrow().measurements()).hasSize(1);
  }

  @Test
  void fill_noTime_leavesItAsItIs() throws InterruptedException {
    trial(on(16, 1));
    events.clear();
    fill(stored().getLast(), false);

    assertThat(events).isEmpty();
  }

  @Test
  void trial_brokenOffInAnEarlierSession_isOnTheSameShapesAgain() {
    trial(on(16, 1));
    Candidate candidate = stored().getLast();
    store.attempt(candidate.run(), candidate.proposal());
    events.clear();

    trial(on(16, 1));

    assertThat(events).contains("evaluate 16");
    assertThat(stored().getLast().proposal().shapes()).containsExactly(shapes.get(1));
    assertThat(stored().getLast().measured().orElseThrow().measurements()).hasSize(1);
  }

  @Test
  void trial_sameProgramOnAnotherShape_isTimedThere() {
    compile =
        configuration ->
            Examples.compiled(
                configuration.equals(kernel.defaultConfiguration()) ? "default" : "same");

    List<Trial> trials =
        trials(List.of(Examples.batch(DEFAULT).getFirst(), on(16, 1), on(32, 0), on(128, 1)));

    assertThat(events).contains("evaluate 16", "evaluate 32").doesNotContain("evaluate 128");
    assertThat(trials.get(2).shapes().getFirst()).isPresent();
    assertThat(trials.get(3).shapes()).isEqualTo(trials.get(1).shapes());
  }
}
