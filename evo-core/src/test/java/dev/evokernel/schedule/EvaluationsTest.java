package dev.evokernel.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EvaluationsTest {

  private static final long INCUMBENT = 64;

  @TempDir Path folder;
  private final Kernel kernel = Saxpy.read();
  private final AtomicLong nanos = new AtomicLong();

  /** What happened in which order, for example {@code compile 64}. */
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private ResultStore store;
  private boolean disturbs = true;
  private int compilers = 1;
  private Budget budget = new Budget(Duration.ofSeconds(100), Budget.UNLIMITED);
  private BuildStep compile = configuration -> Examples.compiled(configuration.toString());
  private EvaluationStep evaluate = (configuration, binary, best) -> Examples.measured(1000, 100);

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Evaluations sitting() {
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
            AcceptanceRule.DEFAULT,
            2,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            folder,
            "kernel: saxpy",
            Optional.empty(),
            "0");
    return new Evaluations(
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
        new Stopwatch(nanos::get, 0),
        InstantSource.fixed(Examples.NOW),
        new RunListener() {});
  }

  /** What the search hears when all of them are in flight at once. */
  private static List<Trial> trials(Evaluations evaluations, List<Proposal> proposals) {
    return proposals.stream().map(evaluations::begin).toList().stream()
        .map(Evaluator.Pending::trial)
        .flatMap(Optional::stream)
        .toList();
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
  void evaluate_aBatch_answersInItsOrderWithTimesRelativeToTheIncumbent() {
    evaluate =
        (configuration, binary, best) ->
            configuration.equals(kernel.incumbent())
                ? Examples.measured(1000, 100)
                : Examples.measured(500, 50);
    List<Trial> trials = trials(sitting(), Examples.batch(INCUMBENT, 16, 32));
    assertThat(trials)
        .extracting(Trial::configuration)
        .containsExactly(Saxpy.block(INCUMBENT), Saxpy.block(16), Saxpy.block(32));
    assertThat(trials.getFirst().objective()).hasValue(1);
    assertThat(trials.get(1).objective().orElseThrow()).isBetween(0.499, 0.501);
    assertThat(stored()).extracting(Candidate::number).containsExactly(1, 2, 3);
    assertThat(stored()).extracting(Candidate::attempts).containsOnly(1);
  }

  @Test
  void evaluate_theFirstBatch_bringsTheIncumbentToItsEndBeforeAnythingElseBegins() {
    disturbs = false;
    trials(sitting(), Examples.batch(INCUMBENT, 16, 32));
    assertThat(events.subList(0, 3)).containsExactly("compile 64", "evaluate 64", "evaluate 64");
  }

  @Test
  void evaluate_whereCompilingDisturbsTiming_alternates() {
    trials(sitting(), Examples.batch(INCUMBENT, 16, 32, 128, 256));
    assertThat(rhythm()).isEqualTo("cee" + "cccc" + "eeee");
    events.clear();
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
    trials(sitting(), six);
    assertThat(rhythm()).isEqualTo("cccc" + "eeee" + "cc" + "ee");
  }

  /**
   * The last compilation ends only once something was evaluated, which alternating would forbid.
   */
  @Test
  void evaluate_whereCompilingDisturbsNothing_overlaps() {
    disturbs = false;
    var evaluated = new CountDownLatch(1);
    trials(sitting(), Examples.batch(INCUMBENT));
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
          return Examples.measured(1000, 100);
        };
    assertThat(trials(sitting(), Examples.batch(16, 256))).hasSize(2);
    assertThat(events.getLast()).isEqualTo("evaluate 256");
  }

  @Test
  void evaluate_identicalBinaries_timesOne() {
    compile =
        configuration ->
            Examples.compiled(configuration.equals(kernel.incumbent()) ? "incumbent" : "same");
    trials(sitting(), Examples.batch(INCUMBENT, 16, 32, 128));
    assertThat(events).filteredOn(event -> event.startsWith("evaluate")).hasSize(3);
    assertThat(stored()).hasSize(4);
    assertThat(stored(3).outcome()).isEqualTo(stored(2).outcome());
    assertThat(stored(3).objective()).isEqualTo(stored(2).objective());
    assertThat(stored()).extracting(Candidate::attempts).containsExactlyInAnyOrder(1, 1, 0, 0);
  }

  @Test
  void evaluate_twinOfAnEarlierSitting_isNotTimedAgain() {
    compile = configuration -> Examples.compiled("same");
    trials(sitting(), Examples.batch(INCUMBENT));
    events.clear();
    trials(sitting(), Examples.batch(16));
    assertThat(events).containsExactly("compile 16");
    assertThat(stored(2).objective()).hasValue(1);
  }

  @Test
  void evaluate_whatDoesNotCompile_isRecordedAndTheRestGoesOn() {
    compile =
        configuration ->
            switch (configuration.value("BLOCK").toString()) {
              case "16" -> new Compilation.Failed("error: no such tile", false);
              case "32" -> new Compilation.Failed("stopped", true);
              default -> Examples.compiled(configuration.toString());
            };
    List<Trial> trials = trials(sitting(), Examples.batch(INCUMBENT, 16, 32, 128));
    assertThat(trials).extracting(Trial::isRejected).containsExactly(false, true, true, false);
    assertThat(stored(2).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.COMPILE_ERROR, "", "error: no such tile"));
    assertThat(stored(3).outcome())
        .isEqualTo(new Outcome.Rejected(Rejection.TIMEOUT, "", "stopped"));
    assertThat(events).doesNotContain("evaluate 16", "evaluate 32");
  }

  @Test
  void evaluate_theBudgetOfEvaluations_isExact() {
    budget = new Budget(Budget.FOREVER, 3);
    Evaluations evaluations = sitting();
    assertThat(trials(evaluations, Examples.batch(INCUMBENT, 16, 32, 128, 256))).hasSize(3);
    assertThat(stored()).hasSize(3);
    assertThat(events).hasSize(7);
    assertThat(trials(evaluations, Examples.batch(128, 256))).isEmpty();
    assertThat(evaluations.isInterrupted()).isFalse();
    assertThat(trials(sitting(), Examples.batch(INCUMBENT, 16, 32, 128))).hasSize(3);
    assertThat(events).hasSize(7);
  }

  @Test
  void evaluate_onceTheTimeIsSpentButForTheFinals_beginsNothingMore() {
    evaluate =
        (configuration, binary, best) -> {
          nanos.addAndGet(Duration.ofSeconds(30).toNanos());
          return Examples.measured(1000, 100);
        };
    assertThat(trials(sitting(), Examples.batch(INCUMBENT, 16, 32, 128))).hasSize(2);
    assertThat(stored()).hasSize(2);
  }

  @Test
  void evaluate_brokenOff_keepsWhatEndedAndWithdrawsWhatWasInFlight() {
    evaluate =
        (configuration, binary, best) -> {
          if (configuration.equals(Saxpy.block(32))) {
            throw new InterruptedException();
          }
          return Examples.measured(1000, 100);
        };
    compilers = 4;
    Evaluations evaluations = sitting();
    List<Trial> trials = trials(evaluations, Examples.batch(INCUMBENT, 16));
    assertThat(trials).hasSize(2);
    assertThat(trials(evaluations, Examples.batch(32, 128))).isEmpty();
    assertThat(evaluations.isInterrupted()).isTrue();
    assertThat(trials(evaluations, Examples.batch(256))).isEmpty();
    Candidate inFlight = store.candidate("latest/3");
    assertThat(inFlight.attempts()).isZero();
    assertThat(inFlight.evaluation()).isEmpty();
    assertThat(store.candidate("latest/2").evaluation()).isPresent();
  }

  @Test
  void evaluate_brokenOffWhileCompiling_isInterrupted() {
    Evaluations evaluations = sitting();
    trials(evaluations, Examples.batch(INCUMBENT));
    var never = new CountDownLatch(1);
    Thread runner = Thread.currentThread();
    compile =
        configuration -> {
          runner.interrupt();
          never.await();
          throw new AssertionError("Nobody opens the latch.");
        };
    assertThat(trials(evaluations, Examples.batch(16, 32))).isEmpty();
    assertThat(evaluations.isInterrupted()).isTrue();
    assertThat(stored()).hasSize(1);
  }

  @Test
  void evaluate_whatEndedInAnEarlierSitting_isAnsweredFromTheStore() {
    List<Trial> first = trials(sitting(), Examples.batch(INCUMBENT, 16, 32));
    events.clear();
    List<Trial> second = trials(sitting(), Examples.batch(INCUMBENT, 16, 32));
    assertThat(second).isEqualTo(first);
    assertThat(events).isEmpty();
  }

  @Test
  void evaluate_whatTwiceTookTheWholeRunDown_isNotTriedAThirdTime() {
    trials(sitting(), Examples.batch(INCUMBENT));
    for (int sitting = 0; sitting < 2; sitting++) {
      var journal = new Journal(store, ExampleRun.ID, (configuration, digest) -> digest, stored());
      journal.attempt(journal.candidate(Examples.proposal(Saxpy.block(16))));
    }
    events.clear();
    assertThat(trials(sitting(), Examples.batch(16, 32)))
        .extracting(Trial::isRejected)
        .containsExactly(true, false);
    assertThat(events).doesNotContain("evaluate 16").contains("evaluate 32");
    assertThat(stored(2).outcome())
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.CRASH));
  }

  @Test
  void evaluate_rejectedIncumbent_endsTheRunWithTheReason() {
    evaluate = (configuration, binary, best) -> Examples.rejected(Rejection.WRONG_RESULT);
    for (int sitting = 0; sitting < 2; sitting++) {
      Evaluations evaluations = sitting();
      assertThatThrownBy(() -> trials(evaluations, Examples.batch(INCUMBENT, 16)))
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
  void evaluate_brokenMachine_isNotBlamedOnTheCandidate() {
    Evaluations evaluations = sitting();
    trials(evaluations, Examples.batch(INCUMBENT));
    compile =
        configuration -> {
          throw new EnvironmentException("The compiler is gone.");
        };
    assertThatThrownBy(() -> trials(evaluations, Examples.batch(16)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("The compiler is gone.");
    assertThat(stored()).hasSize(1);
  }

  @Test
  void evaluate_tellsTheDeviceTheBestTimesSoFar() {
    var told = new ArrayList<Map<String, Double>>();
    evaluate =
        (configuration, binary, best) -> {
          told.add(best);
          return configuration.equals(kernel.incumbent())
              ? Examples.measured(1000, 100)
              : Examples.measured(400, 200);
        };
    Evaluations evaluations = sitting();
    trials(evaluations, Examples.batch(INCUMBENT, 16));
    trials(evaluations, Examples.batch(32));
    assertThat(told.getFirst()).isEmpty();
    assertThat(told.get(1)).isEmpty();
    assertThat(told.getLast().get("small")).isBetween(399.0, 401.0);
    assertThat(told.getLast().get("ragged")).isBetween(99.0, 101.0);
  }
}
