package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search for a portfolio: two candidates, each timed on one shape and the best there. */
final class SearchTraceTest {

  private static final String ID = ExampleRun.ID;

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(8, 8));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void on(String shape, int number, int tile, double micros) {
    Proposal whole = ExampleRun.proposal(number, tile);
    Evaluation both = ExampleRun.measured(micros, micros);
    List<Measurement> one =
        both.outcome() instanceof Measured(List<Measurement> all)
            ? all.stream().filter(measured -> measured.shape().equals(shape)).toList()
            : List.of();
    store.record(
        ID,
        Altered.of(whole, "number", number, "shapes", List.of(shape)),
        Examples.ended(
            new Measured(one),
            OptionalDouble.empty(),
            "",
            1,
            1,
            both.finished().plusSeconds(number)));
  }

  @Test
  void next_partOfTheShapes_growsTheBestOfAllShapesTogether() {
    on("small", 2, 32, 2);
    on("ragged", 3, 16, 4);
    List<Candidate> ended = SearchTrace.ended(store.live(ID).from(1));
    var trace = new SearchTrace(store.run(ID), true);
    List<SearchTrace.Step> steps = ended.stream().map(trace::next).toList();
    assertThat(steps).extracting(SearchTrace.Step::improved).containsOnly(true);
    assertThat(steps.get(0).best()).isEqualTo(1, within(1e-9));
    assertThat(steps.get(1).speed()).isEqualTo(4, within(0.1));
    assertThat(steps.get(1).best()).isEqualTo(2, within(0.1));
    assertThat(steps.get(2).speed()).isEqualTo(2, within(0.1));
    assertThat(steps.get(2).best()).isEqualTo(Math.sqrt(8), within(0.1));
  }

  @Test
  void state_ofASearchForAPortfolio_hasWhatLeadsOnEachShape() {
    on("small", 2, 32, 2);
    on("ragged", 3, 16, 4);
    Conclusion.Best best =
        RunState.of(store, ID, ExampleRun.START).conclusion().shown().orElseThrow();
    assertThat(best.candidates()).extracting(one -> one.number()).containsExactly(2, 3);
    assertThat(best.speedUp().orElseThrow()).isEqualTo(Math.sqrt(8), within(0.1));
    assertThat(
            new RunList(List.of(RunState.of(store, ID, ExampleRun.START)), ZoneOffset.UTC).text())
        .contains("2 configurations, so far");
    RunHistory history = store.history(ID);
    assertThat(Conclusion.of(history).headline()).contains("so far, with 2 configurations");
    var why = new Rejected(Rejection.SANITIZER, "small", "race");
    store.events(ID).record(new Exclusion(2, why, ExampleRun.START));
    assertThat(SearchTrace.soFar(store.history(ID)).orElseThrow().speedUp().orElseThrow())
        .isEqualTo(Math.sqrt(2), within(0.1));
  }

  @Test
  void soFar_ofASearchForOneConfiguration_isEmpty() {
    store.record(ID, ExampleRun.proposal(2, 32), ExampleRun.measured(4, 4));
    assertThat(SearchTrace.soFar(store.history(ID))).isEmpty();
    assertThat(SearchTrace.soFar(ExampleRun.history())).isEmpty();
  }

  @Test
  void from_aCandidateOn_hasThoseInFlight() {
    store.attempt(ID, ExampleRun.proposal(2, 32));
    store.record(ID, ExampleRun.proposal(3, 16), ExampleRun.measured(4, 4));
    List<Candidate> first = store.live(ID).from(1);
    assertThat(first).extracting(Candidate::number).containsExactly(1, 2, 3);
    assertThat(SearchTrace.ended(first)).extracting(Candidate::number).containsExactly(1, 3);
    assertThat(first.getFirst().configuration())
        .isEqualTo(store.run(ID).subject().defaultConfiguration());
    assertThat(store.live(ID).activity().inFlight())
        .extracting(one -> one.number())
        .containsExactly(2);
    store.record(ID, ExampleRun.proposal(2, 32), ExampleRun.measured(5, 5));
    assertThat(SearchTrace.ended(store.live(ID).from(2)))
        .extracting(Candidate::number)
        .containsExactlyInAnyOrder(2, 3);
    assertThat(store.live(ID).activity().inFlight()).isEmpty();
  }
}
