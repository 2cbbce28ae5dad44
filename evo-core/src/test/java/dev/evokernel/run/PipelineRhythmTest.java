package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Spent;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.worker.protocol.Evaluated;
import org.junit.jupiter.api.Test;

/** In which order compilers and device work, and where their time goes. */
final class PipelineRhythmTest extends PipelineFixture {

  @Test
  void trial_theFirstBatch_bringsTheDefaultToItsEndBeforeAnythingElseBegins() {
    disturbs = false;
    trials(Examples.batch(DEFAULT, 16, 32));
    assertThat(events.subList(0, 3)).containsExactly("compile 64", "evaluate 64", "evaluate 64");
  }

  @Test
  void trial_whereCompilingDisturbsTiming_alternatesAndFillsTheCompilersAgain() {
    List<Proposal> six = new ArrayList<>();
    for (long passes : new long[] {1, 4}) {
      for (long unroll : new long[] {2, 4, 8}) {
        six.add(
            Examples.proposal(
                kernel
                    .defaultConfiguration()
                    .with("PASSES", Value.of(passes))
                    .with("UNROLL", Value.of(unroll))));
      }
    }
    compilers = 3;
    try (Pipeline pipeline = session()) {
      trials(pipeline, Examples.batch(DEFAULT, 16, 32, 128, 256), 5);
      assertThat(rhythm()).isEqualTo("cee" + "cccc" + "eeee");
      events.clear();
      trials(pipeline, six, 4);
      assertThat(rhythm()).isEqualTo("cccc" + "eeee" + "cc" + "ee");
    }
  }

  /**
   * The last compilation ends only once something was evaluated, which alternating would forbid.
   */
  @Test
  void trial_whereCompilingDisturbsNothing_overlaps() {
    disturbs = false;
    var evaluated = new CountDownLatch(1);
    trials(Examples.batch(DEFAULT));
    compile =
        configuration -> {
          if (configuration.equals(Saxpy.block(256))) {
            evaluated.await();
          }
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        request -> {
          evaluated.countDown();
          return timed(1000, 100);
        };
    assertThat(trials(Examples.batch(16, 256))).hasSize(2);
    assertThat(events.getLast()).isEqualTo("evaluate 256");
  }

  /** The oldest compiles until another was evaluated; that one the search hears of later. */
  @Test
  void trial_ofWhatEndsOutOfOrder_isLearntInTheOrderOfTheProposals() {
    disturbs = false;
    compilers = 2;
    trials(Examples.batch(DEFAULT));
    var evaluated = new CountDownLatch(1);
    compile =
        configuration -> {
          if (configuration.equals(Saxpy.block(16))) {
            evaluated.await();
          }
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        request -> {
          evaluated.countDown();
          return timed(1000, 100);
        };
    assertThat(trials(Examples.batch(16, 32)))
        .extracting(Trial::configuration)
        .containsExactly(Saxpy.block(16), Saxpy.block(32));
    assertThat(events).endsWith("evaluate 32", "evaluate 16");
    assertThat(stored(2).digest()).contains("16");
    assertThat(stored(3).digest()).contains("32");
  }

  /** The second of two equal programs is compiled while the first is on the device. */
  @Test
  void trial_ofTheSameProgramStillInFlight_waitsAndIsNotTimed() {
    disturbs = false;
    compilers = 2;
    trials(Examples.batch(DEFAULT));
    events.clear();
    var bothCompiled = new CountDownLatch(2);
    compile =
        configuration -> {
          bothCompiled.countDown();
          return Examples.compiled("same");
        };
    evaluate =
        request -> {
          bothCompiled.await();
          return timed(500, 50);
        };
    List<Trial> trials = trials(Examples.batch(16, 32));
    assertThat(events).filteredOn(event -> event.startsWith("evaluate")).hasSize(1);
    assertThat(trials.get(0).objective()).isEqualTo(trials.get(1).objective());
  }

  /** The search would compile while a process of the finals is timed. */
  @Test
  void pause_whereCompilingDisturbsTiming_comesBeforeTheSearchLearns() throws InterruptedException {
    pause = (_, _) -> events.add("pause");
    try (Pipeline pipeline = session()) {
      for (Proposal one : Examples.batch(DEFAULT, 16, 32)) {
        assertThat(pipeline.begin(numbered(one, pipeline)).trial()).isPresent();
        events.add("learnt");
      }
    }
    assertThat(rhythm()).isEqualTo("ceepl" + "cepl" + "cepl");
  }

  @Test
  void pause_whereCompilingDisturbsNothing_leavesTheSearchItsOutcomes()
      throws InterruptedException {
    disturbs = false;
    var learnt = new Semaphore(0);
    pause =
        (_, _) -> {
          if (events.stream().anyMatch(event -> event.startsWith("evaluate"))) {
            assertThat(learnt.tryAcquire(5, TimeUnit.MINUTES)).isTrue();
          }
        };
    try (Pipeline pipeline = session()) {
      for (Proposal one : Examples.batch(DEFAULT, 16, 32)) {
        assertThat(pipeline.begin(numbered(one, pipeline)).trial()).isPresent();
        learnt.release();
      }
      learnt.release(100);
    }
    assertThat(stored()).hasSize(3);
  }

  @Test
  void trial_tellsWhereTheTimeWent() {
    compile =
        configuration -> {
          nanos.addAndGet(7);
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        request -> {
          nanos.addAndGet(100);
          return new Evaluated(Examples.measured(1000, 100), new Spent(10, 30, 50), 5);
        };
    trials(Examples.batch(DEFAULT, 16));
    TimeBudget spent = timesheet.soFar();
    assertThat(spent.of(DeviceActivity.CHECKING)).isEqualTo(Duration.ofNanos(90));
    assertThat(spent.of(DeviceActivity.TIMING)).isEqualTo(Duration.ofNanos(150));
    assertThat(spent.of(DeviceActivity.RESTARTING)).isEqualTo(Duration.ofNanos(15));
    assertThat(spent.of(DeviceActivity.LOADING)).isEqualTo(Duration.ofNanos(30));
    assertThat(spent.of(DeviceActivity.BOOKKEEPING)).isEqualTo(Duration.ofNanos(15));
    assertThat(spent.of(CompilerActivity.COMPILING)).isEqualTo(Duration.ofNanos(14));
    assertThat(spent.compiled()).isEqualTo(2);
    assertThat(spent.cached()).isZero();
  }
}
