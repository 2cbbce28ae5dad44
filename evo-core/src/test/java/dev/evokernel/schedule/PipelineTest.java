package dev.evokernel.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.TimeBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class PipelineTest {

  private static final long INCUMBENT = 64;

  @TempDir Path folder;
  private final Kernel kernel = Saxpy.read();
  private final AtomicLong nanos = new AtomicLong();
  private final Timesheet timesheet = new Timesheet(TimeBudget.NONE);

  /** What happened in which order, for example {@code compile 64}. */
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private ResultStore store;
  private Objective objective = Objective.DEFAULT;
  private LongSupplier nanoClock = nanos::get;
  private boolean disturbs = true;
  private int compilers = 1;
  private Budget budget = new Budget(Duration.ofSeconds(100), Budget.UNLIMITED);
  private BuildStep compile = configuration -> Examples.compiled(configuration.toString());
  private EvaluationStep evaluate = (configuration, binary, best) -> timed(1000, 100);

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Assessment timed(double small, double ragged) {
    return Examples.assessed(Examples.measured(small, ragged));
  }

  private Pipeline sitting() {
    var plan =
        new Plan(
            ExampleRun.ID,
            kernel,
            Path.of("kernels/saxpy"),
            "hash",
            kernel.shapes(),
            new QuietBackend(disturbs),
            QuietBackend.DEVICE,
            budget,
            SearchSettings.DEFAULT,
            List.of(),
            objective,
            AcceptanceRule.DEFAULT,
            new GateSettings(2),
            DriftSettings.OFF,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            SamplingSettings.DEFAULT,
            folder,
            "kernel: saxpy",
            Optional.empty(),
            "0");
    return Pipeline.start(
        plan,
        configuration -> {
          events.add("compile " + configuration.value("BLOCK"));
          return compile.compile(configuration);
        },
        compilers,
        (configuration, binary, best) -> {
          events.add("evaluate " + configuration.value("BLOCK"));
          return evaluate.evaluate(configuration, binary, best);
        },
        new Journal(store, ExampleRun.ID, (configuration, digest) -> digest, stored()),
        new Roster(stored()),
        new Timekeeping(
            nanoClock, InstantSource.fixed(Examples.NOW), new Stopwatch(nanoClock, 0), timesheet),
        Optional.empty(),
        new RunListener() {});
  }

  /** What a search hears that has all of them in flight at once. */
  private static List<Trial> trials(Pipeline pipeline, List<Proposal> proposals) {
    return trials(pipeline, proposals, proposals.size());
  }

  /** What a search hears that has this many of them in flight. */
  private static List<Trial> trials(Pipeline pipeline, List<Proposal> proposals, int inFlight) {
    var trials = new ArrayList<Trial>();
    var pending = new ArrayDeque<Evaluator.Pending>();
    var left = new ArrayDeque<>(proposals);
    while (!left.isEmpty() || !pending.isEmpty()) {
      while (!left.isEmpty() && pending.size() < inFlight) {
        pending.add(pipeline.begin(left.remove()));
      }
      pending.remove().trial().ifPresent(trials::add);
    }
    return trials;
  }

  /** In a sitting of their own. */
  private List<Trial> trials(List<Proposal> proposals) {
    try (Pipeline pipeline = sitting()) {
      return trials(pipeline, proposals);
    }
  }

  private List<Candidate> stored() {
    return store.candidates(ExampleRun.ID);
  }

  private Evaluation stored(int number) {
    return store.candidate("latest/" + number).evaluation().orElseThrow();
  }

  /** The events' first letters: c for compile, e for evaluate. */
  private String rhythm() {
    return events.stream().map(event -> event.substring(0, 1)).reduce("", String::concat);
  }

  @Test
  void trial_aBatch_answersInItsOrderWithTimesRelativeToTheIncumbent() {
    evaluate =
        (configuration, binary, best) ->
            configuration.equals(kernel.incumbent()) ? timed(1000, 100) : timed(500, 50);
    List<Trial> trials = trials(Examples.batch(INCUMBENT, 16, 32));
    assertThat(trials)
        .extracting(Trial::configuration)
        .containsExactly(Saxpy.block(INCUMBENT), Saxpy.block(16), Saxpy.block(32));
    assertThat(trials.getFirst().objective()).hasValue(1);
    assertThat(trials.get(1).objective().orElseThrow()).isBetween(0.499, 0.501);
    assertThat(stored()).extracting(Candidate::number).containsExactly(1, 2, 3);
    assertThat(stored()).extracting(Candidate::attempts).containsOnly(1);
  }

  @Test
  void trial_theFirstBatch_bringsTheIncumbentToItsEndBeforeAnythingElseBegins() {
    disturbs = false;
    trials(Examples.batch(INCUMBENT, 16, 32));
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
                    .incumbent()
                    .with("PASSES", Value.of(passes))
                    .with("UNROLL", Value.of(unroll))));
      }
    }
    compilers = 3;
    try (Pipeline pipeline = sitting()) {
      trials(pipeline, Examples.batch(INCUMBENT, 16, 32, 128, 256), 5);
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
    trials(Examples.batch(INCUMBENT));
    compile =
        configuration -> {
          if (configuration.equals(Saxpy.block(256))) {
            evaluated.await();
          }
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        (configuration, binary, best) -> {
          evaluated.countDown();
          return timed(1000, 100);
        };
    assertThat(trials(Examples.batch(16, 256))).hasSize(2);
    assertThat(events.getLast()).isEqualTo("evaluate 256");
  }

  @Test
  void trial_identicalBinaries_timesOne() {
    compile =
        configuration ->
            Examples.compiled(configuration.equals(kernel.incumbent()) ? "incumbent" : "same");
    trials(Examples.batch(INCUMBENT, 16, 32, 128));
    assertThat(events).filteredOn(event -> event.startsWith("evaluate")).hasSize(3);
    assertThat(stored()).hasSize(4);
    assertThat(stored(3).outcome()).isEqualTo(stored(2).outcome());
    assertThat(stored(3).objective()).isEqualTo(stored(2).objective());
    assertThat(stored()).extracting(Candidate::attempts).containsExactlyInAnyOrder(1, 1, 0, 0);
  }

  @Test
  void trial_twinOfAnEarlierSitting_isNotTimedAgain() {
    compile = configuration -> Examples.compiled("same");
    trials(Examples.batch(INCUMBENT));
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
    List<Trial> trials = trials(Examples.batch(INCUMBENT, 16, 32, 128));
    assertThat(trials).extracting(Trial::isRejected).containsExactly(false, true, true, false);
    assertThat(stored(2).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.COMPILE_ERROR, "", "error: no such tile"));
    assertThat(stored(3).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.TIMEOUT, "", "stopped"));
    assertThat(events).doesNotContain("evaluate 16", "evaluate 32");
  }

  @Test
  void trial_theBudgetOfEvaluations_isExact() {
    budget = new Budget(Budget.FOREVER, 3);
    try (Pipeline pipeline = sitting()) {
      assertThat(trials(pipeline, Examples.batch(INCUMBENT, 16, 32, 128, 256))).hasSize(3);
      assertThat(stored()).hasSize(3);
      assertThat(events).hasSize(7);
      assertThat(trials(pipeline, Examples.batch(128, 256))).isEmpty();
      assertThat(pipeline.isInterrupted()).isFalse();
    }
    assertThat(trials(Examples.batch(INCUMBENT, 16, 32, 128))).hasSize(3);
    assertThat(events).hasSize(7);
  }

  @Test
  void trial_onceTheTimeIsSpentButForTheFinals_beginsNothingMore() {
    evaluate =
        (configuration, binary, best) -> {
          nanos.addAndGet(Duration.ofSeconds(30).toNanos());
          return timed(1000, 100);
        };
    assertThat(trials(Examples.batch(INCUMBENT, 16, 32, 128))).hasSize(2);
    assertThat(stored()).hasSize(2);
  }

  @Test
  void trial_brokenOff_keepsWhatEndedAndWithdrawsWhatWasInFlight() {
    Thread runner = Thread.currentThread();
    evaluate =
        (configuration, binary, best) -> {
          if (configuration.equals(Saxpy.block(32))) {
            runner.interrupt();
            new CountDownLatch(1).await();
          }
          return timed(1000, 100);
        };
    compilers = 4;
    try (Pipeline pipeline = sitting()) {
      assertThat(trials(pipeline, Examples.batch(INCUMBENT, 16))).hasSize(2);
      assertThat(trials(pipeline, Examples.batch(32, 128))).isEmpty();
      assertThat(pipeline.isInterrupted()).isTrue();
      assertThat(trials(pipeline, Examples.batch(256))).isEmpty();
    }
    Candidate inFlight = store.candidate("latest/3");
    assertThat(inFlight.attempts()).isZero();
    assertThat(inFlight.evaluation()).isEmpty();
    assertThat(store.candidate("latest/2").evaluation()).isPresent();
  }

  @Test
  void trial_deviceThatChanged_endsTheRunAndWithdrawsWhatWasInFlight() {
    evaluate =
        (configuration, binary, best) -> {
          if (configuration.equals(Saxpy.block(32))) {
            throw new ChangedDeviceException("It is slow.");
          }
          return timed(1000, 100);
        };
    try (Pipeline pipeline = sitting()) {
      assertThat(trials(pipeline, Examples.batch(INCUMBENT, 16))).hasSize(2);
      assertThatThrownBy(() -> trials(pipeline, Examples.batch(32)))
          .isInstanceOf(ChangedDeviceException.class)
          .hasMessage("It is slow.");
    }
    assertThat(store.candidate("latest/3").attempts()).isZero();
    assertThat(store.candidate("latest/2").evaluation()).isPresent();
  }

  @Test
  void trial_brokenOffWhileCompiling_isInterruptedAndLeavesNothingGoingOn() {
    trials(Examples.batch(INCUMBENT));
    var brokenOff = new CountDownLatch(2);
    Thread runner = Thread.currentThread();
    compilers = 2;
    compile =
        configuration -> {
          runner.interrupt();
          try {
            new CountDownLatch(1).await();
          } finally {
            brokenOff.countDown();
          }
          throw new AssertionError("Nobody opens the latch.");
        };
    Pipeline pipeline = sitting();
    try (pipeline) {
      pipeline.begin(Examples.proposal(Saxpy.block(16)));
      assertThat(trials(pipeline, Examples.batch(32))).isEmpty();
      assertThat(pipeline.isInterrupted()).isTrue();
    }
    assertThat(events.size() - 3).isEqualTo(2 - brokenOff.getCount());
    assertThat(stored()).hasSize(1);
  }

  @Test
  void trial_whatEndedInAnEarlierSitting_isAnsweredFromTheStore() {
    List<Trial> first = trials(Examples.batch(INCUMBENT, 16, 32));
    events.clear();
    List<Trial> second = trials(Examples.batch(INCUMBENT, 16, 32));
    assertThat(second).isEqualTo(first);
    assertThat(events).isEmpty();
  }

  @Test
  void trial_whatTwiceTookTheWholeRunDown_isNotTriedAThirdTime() {
    trials(Examples.batch(INCUMBENT));
    for (int sitting = 0; sitting < 2; sitting++) {
      var journal = new Journal(store, ExampleRun.ID, (configuration, digest) -> digest, stored());
      journal.attempt(new Roster(stored()).candidate(Examples.proposal(Saxpy.block(16))));
    }
    events.clear();
    assertThat(trials(Examples.batch(16, 32)))
        .extracting(Trial::isRejected)
        .containsExactly(true, false);
    assertThat(events).doesNotContain("evaluate 16").contains("evaluate 32");
    assertThat(stored(2).outcome())
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.CRASH));
  }

  @Test
  void trial_rejectedIncumbent_endsTheRunWithTheReason() {
    evaluate =
        (configuration, binary, best) ->
            Examples.assessed(Examples.rejected(Rejection.WRONG_RESULT));
    for (int sitting = 0; sitting < 2; sitting++) {
      assertThatThrownBy(() -> trials(Examples.batch(INCUMBENT, 16)))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("incumbent of kernel 'saxpy'")
          .hasMessageContaining("wrong-result on shape 'small'")
          .hasMessageContaining("for the test")
          .hasMessageContaining("kernels/saxpy/kernel.yaml");
    }
    assertThat(stored()).hasSize(1);
    assertThat(events).containsExactly("compile 64", "evaluate 64");
  }

  @Test
  void trial_incumbentOfWhichTheDeviceTellsNoEnergy_endsTheRunAndSaysWhatToDo() {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ENERGY));
    for (int sitting = 0; sitting < 2; sitting++) {
      assertThatThrownBy(() -> trials(Examples.batch(INCUMBENT, 16)))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("asks for energy")
          .hasMessageContaining("Leave it out of 'objective'");
    }
    assertThat(stored()).hasSize(1);
  }

  @Test
  void trial_brokenCompiler_isNotBlamedOnTheCandidate() {
    trials(Examples.batch(INCUMBENT));
    compile =
        configuration -> {
          throw new EnvironmentException("The compiler is gone.");
        };
    assertThatThrownBy(() -> trials(Examples.batch(16)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("The compiler is gone.");
    assertThat(stored()).hasSize(1);
  }

  @Test
  void trial_brokenDevice_isNotBlamedOnTheCandidate() {
    trials(Examples.batch(INCUMBENT));
    evaluate =
        (configuration, binary, best) -> {
          throw new EnvironmentException("The device is gone.");
        };
    assertThatThrownBy(() -> trials(Examples.batch(16)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("The device is gone.");
    assertThat(store.candidate("latest/2").evaluation()).isEmpty();
  }

  @Test
  void trial_onceTheTimeIsSpentWhileAllCompile_endsTheSearch() {
    disturbs = false;
    trials(Examples.batch(INCUMBENT));
    budget = new Budget(Duration.ofMillis(200), Budget.UNLIMITED);
    nanoClock = System::nanoTime;
    compile =
        configuration -> {
          new CountDownLatch(1).await();
          throw new AssertionError("Nobody opens the latch.");
        };
    try (Pipeline pipeline = sitting()) {
      assertThat(trials(pipeline, Examples.batch(16, 32))).isEmpty();
      assertThat(pipeline.isInterrupted()).isFalse();
    }
  }

  /** The oldest compiles until another was evaluated; that one the search hears of later. */
  @Test
  void trial_ofWhatEndsOutOfOrder_isLearntInTheOrderOfTheProposals() {
    disturbs = false;
    compilers = 2;
    trials(Examples.batch(INCUMBENT));
    var evaluated = new CountDownLatch(1);
    compile =
        configuration -> {
          if (configuration.equals(Saxpy.block(16))) {
            evaluated.await();
          }
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        (configuration, binary, best) -> {
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

  /** The twin is compiled while the other is on the device. */
  @Test
  void trial_ofTwinThatIsStillInFlight_waitsAndIsNotTimed() {
    disturbs = false;
    compilers = 2;
    trials(Examples.batch(INCUMBENT));
    events.clear();
    var bothCompiled = new CountDownLatch(2);
    compile =
        configuration -> {
          bothCompiled.countDown();
          return Examples.compiled("same");
        };
    evaluate =
        (configuration, binary, best) -> {
          bothCompiled.await();
          return timed(500, 50);
        };
    List<Trial> trials = trials(Examples.batch(16, 32));
    assertThat(events).filteredOn(event -> event.startsWith("evaluate")).hasSize(1);
    assertThat(trials.get(0).objective()).isEqualTo(trials.get(1).objective());
  }

  @Test
  void trial_tellsWhereTheTimeWent() {
    compile =
        configuration -> {
          nanos.addAndGet(7);
          return Examples.compiled(configuration.toString());
        };
    evaluate =
        (configuration, binary, best) -> {
          nanos.addAndGet(100);
          return new Assessment(Examples.measured(1000, 100), new Spent(10, 30, 50), 5);
        };
    trials(Examples.batch(INCUMBENT, 16));
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

  @Test
  void trial_tellsTheDeviceTheBestTimesSoFar() {
    var told = Collections.synchronizedList(new ArrayList<Map<String, Double>>());
    evaluate =
        (configuration, binary, best) -> {
          told.add(best);
          return configuration.equals(kernel.incumbent()) ? timed(1000, 100) : timed(400, 200);
        };
    try (Pipeline pipeline = sitting()) {
      trials(pipeline, Examples.batch(INCUMBENT, 16));
      trials(pipeline, Examples.batch(32));
    }
    assertThat(told.getFirst()).isEmpty();
    assertThat(told.get(1)).isEmpty();
    assertThat(told.getLast().get("small")).isBetween(399.0, 401.0);
    assertThat(told.getLast().get("ragged")).isBetween(99.0, 101.0);
  }
}
