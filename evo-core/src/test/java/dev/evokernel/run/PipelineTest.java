package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import org.junit.jupiter.api.Test;

/** What the search hears of its proposals, and what the journal does. */
final class PipelineTest extends PipelineFixture {

  @Test
  void trial_aBatch_answersInItsOrderWithTimesRelativeToTheDefault() {
    evaluate =
        request ->
            request.configuration().equals(kernel.defaultConfiguration())
                ? timed(1000, 100)
                : timed(500, 50);
    List<Trial> trials = trials(Examples.batch(DEFAULT, 16, 32));
    assertThat(trials)
        .extracting(Trial::configuration)
        .containsExactly(Saxpy.block(DEFAULT), Saxpy.block(16), Saxpy.block(32));
    assertThat(trials.getFirst().objective()).hasValue(1);
    assertThat(trials.get(1).objective().orElseThrow()).isBetween(0.499, 0.501);
    assertThat(stored()).extracting(Candidate::number).containsExactly(1, 2, 3);
    assertThat(stored()).extracting(Candidate::attempts).containsOnly(1);
  }

  @Test
  void trial_identicalBinaries_timesOne() {
    compile =
        configuration ->
            Examples.compiled(
                configuration.equals(kernel.defaultConfiguration()) ? "default" : "same");
    trials(Examples.batch(DEFAULT, 16, 32, 128));
    assertThat(events).filteredOn(event -> event.startsWith("evaluate")).hasSize(3);
    assertThat(stored()).hasSize(4);
    assertThat(stored(3).outcome()).isEqualTo(stored(2).outcome());
    assertThat(stored(3).objective()).isEqualTo(stored(2).objective());
    assertThat(stored()).extracting(Candidate::attempts).containsExactlyInAnyOrder(1, 1, 0, 0);
  }

  @Test
  void trial_sameProgramAsInAnEarlierSession_isNotTimedAgain() {
    compile = configuration -> Examples.compiled("same");
    trials(Examples.batch(DEFAULT));
    events.clear();
    trials(Examples.batch(16));
    assertThat(events).containsExactly("compile 16");
    assertThat(stored(2).objective()).hasValue(1);
  }

  @Test
  void trial_whatDoesNotCompile_isRecordedAndTheRestGoesOn() {
    compile =
        configuration ->
            switch (configuration.value("BLOCK").toString()) {
              case "16" -> new Compilation.Failed("error: no such tile", false);
              case "32" -> new Compilation.Failed("stopped", true);
              default -> Examples.compiled(configuration.toString());
            };
    List<Trial> trials = trials(Examples.batch(DEFAULT, 16, 32, 128));
    assertThat(trials).extracting(Trial::isRejected).containsExactly(false, true, true, false);
    assertThat(stored(2).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.COMPILE_ERROR, "", "error: no such tile"));
    assertThat(stored(3).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.TIMEOUT, "", "stopped"));
    assertThat(events).doesNotContain("evaluate 16", "evaluate 32");
  }

  @Test
  void trial_whatEndedInAnEarlierSession_isAnsweredFromTheStore() {
    List<Trial> first = trials(Examples.batch(DEFAULT, 16, 32));
    events.clear();
    List<Trial> second = trials(Examples.batch(DEFAULT, 16, 32));
    assertThat(second).isEqualTo(first);
    assertThat(events).isEmpty();
  }

  /** Sessions that end while a candidate is evaluated. */
  private void brokenOff(int sessions, long block) {
    for (int session = 0; session < sessions; session++) {
      var registry = new CandidateRegistry(stored());
      store.attempt(
          ExampleRun.ID,
          new Proposal(registry.number(Saxpy.block(block)), 0, "random", Saxpy.block(block)));
    }
    events.clear();
  }

  @Test
  void trial_whatTwiceTookTheWholeRunDown_isTriedAloneInAFreshProcess() {
    trials(Examples.batch(DEFAULT));
    brokenOff(2, 16);
    assertThat(trials(Examples.batch(32, 16)))
        .extracting(Trial::isRejected)
        .containsExactly(false, false);
    assertThat(events).contains("compile 16", "compile 32"); // side by side, in either order
    assertThat(events)
        .filteredOn(event -> !event.startsWith("compile"))
        .containsExactly("renew", "evaluate 16", "evaluate 32");
  }

  @Test
  void trial_whatTookTheWholeRunDownAloneToo_isNotTriedAgainUnlikeOthersWithItsBinary() {
    trials(Examples.batch(DEFAULT));
    brokenOff(3, 16);
    compile = _ -> Examples.compiled("same");
    assertThat(trials(Examples.batch(16, 32)))
        .extracting(Trial::isRejected)
        .containsExactly(true, false);
    assertThat(events).doesNotContain("evaluate 16").contains("evaluate 32");
    assertThat(stored(2).outcome())
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.CRASH);
              assertThat(rejected.message()).contains("ended 3 times", "alone");
            });
  }

  @Test
  void trial_defaultThatTookTheWholeRunDown_isTriedAgainEachTime() {
    brokenOff(4, DEFAULT);
    assertThat(trials(Examples.batch(DEFAULT)))
        .extracting(Trial::isRejected)
        .containsExactly(false);
    assertThat(events).startsWith("compile 64", "renew", "evaluate 64");
  }

  @Test
  void trial_tellsTheDeviceTheBestTimesSoFar() {
    var told = Collections.synchronizedList(new ArrayList<Map<String, Double>>());
    evaluate =
        request -> {
          told.add(request.best());
          return request.configuration().equals(kernel.defaultConfiguration())
              ? timed(1000, 100)
              : timed(400, 200);
        };
    try (Pipeline pipeline = session()) {
      trials(pipeline, Examples.batch(DEFAULT, 16));
      trials(pipeline, Examples.batch(32));
    }
    assertThat(told.getFirst()).isEmpty();
    assertThat(told.get(1)).isEmpty();
    assertThat(told.getLast().get("small")).isBetween(399.0, 401.0);
    assertThat(told.getLast().get("ragged")).isBetween(99.0, 101.0);
  }
}
