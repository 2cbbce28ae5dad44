package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Candidate;
import dev.evokernel.worker.protocol.Evaluated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a pipeline ends: by its budget, by an interrupt, by an exception. */
final class PipelineEndTest extends PipelineFixture {

  @Test
  void trial_theBudgetOfEvaluations_isExact() {
    budget = new Budget(Budget.FOREVER, 3);
    try (Pipeline pipeline = session()) {
      assertThat(trials(pipeline, Examples.batch(DEFAULT, 16, 32, 128, 256))).hasSize(3);
      assertThat(stored()).hasSize(3);
      assertThat(events).hasSize(7);
      assertThat(trials(pipeline, Examples.batch(128, 256))).isEmpty();
      assertThat(pipeline.isInterrupted()).isFalse();
    }
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128))).hasSize(3);
    assertThat(events).hasSize(7);
  }

  @Test
  void trial_onceTheTimeIsSpentButForTheFinals_beginsNothingMore() {
    budget = new Budget(Duration.ofSeconds(400), Budget.UNLIMITED);
    long each = Duration.ofSeconds(30).toNanos();
    evaluate =
        request -> {
          nanos.addAndGet(each);
          return new Evaluated(Examples.measured(1000, 100), new Spent(0, each, 0), 0);
        };
    // The default takes two evaluations; a process of the finals 161 s, and a fifth for safety.
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256, 512, 8, 4))).hasSize(5);
    assertThat(stored()).hasSize(5);
  }

  @Test
  void trial_budgetInBoth_endsAtTheOneThatComesFirst() {
    budget = new Budget(Duration.ofMinutes(5), 3);
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128))).hasSize(3);
    nanoClock = nanos::incrementAndGet;
    budget = new Budget(Duration.ofNanos(1), 5);
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128))).hasSize(3);
    budget = new Budget(Duration.ofMinutes(5), 5);
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256))).hasSize(5);
  }

  @Test
  void trial_brokenOff_keepsWhatEndedAndWithdrawsWhatWasInFlight() {
    Thread runner = Thread.currentThread();
    evaluate =
        request -> {
          if (request.configuration().equals(Saxpy.block(32))) {
            runner.interrupt();
            new CountDownLatch(1).await();
          }
          return timed(1000, 100);
        };
    compilers = 4;
    try (Pipeline pipeline = session()) {
      assertThat(trials(pipeline, Examples.batch(DEFAULT, 16))).hasSize(2);
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
        request -> {
          if (request.configuration().equals(Saxpy.block(32))) {
            throw new ChangedDeviceException("It is slow.");
          }
          return timed(1000, 100);
        };
    try (Pipeline pipeline = session()) {
      assertThat(trials(pipeline, Examples.batch(DEFAULT, 16))).hasSize(2);
      assertThatThrownBy(() -> trials(pipeline, Examples.batch(32)))
          .isInstanceOf(ChangedDeviceException.class)
          .hasMessage("It is slow.");
    }
    assertThat(store.candidate("latest/3").attempts()).isZero();
    assertThat(store.candidate("latest/2").evaluation()).isPresent();
  }

  @Test
  void trial_brokenOffWhileCompiling_isInterruptedAndLeavesNothingGoingOn() {
    trials(Examples.batch(DEFAULT));
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
          throw new AssertionError("The latch is never opened.");
        };
    Pipeline pipeline = session();
    try (pipeline) {
      pipeline.begin(numbered(Examples.proposal(Saxpy.block(16)), pipeline));
      assertThat(trials(pipeline, Examples.batch(32))).isEmpty();
      assertThat(pipeline.isInterrupted()).isTrue();
    }
    assertThat(events.size() - 3).isEqualTo(2 - brokenOff.getCount());
    assertThat(stored()).hasSize(1);
  }

  @Test
  void close_whileCompilingBesideTheDevice_letsTheCompilationEnd() throws Exception {
    disturbs = false;
    trials(Examples.batch(DEFAULT));
    var compiling = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    var ended = new CompletableFuture<Boolean>();
    compile =
        configuration -> {
          compiling.countDown();
          try {
            closed.await();
            ended.complete(true);
          } catch (InterruptedException e) {
            ended.complete(false);
            throw e;
          }
          return Examples.compiled(configuration.toString());
        };
    try (Pipeline pipeline = session()) {
      pipeline.begin(numbered(Examples.proposal(Saxpy.block(16)), pipeline));
      compiling.await();
    }
    closed.countDown();
    assertThat(ended.get(5, TimeUnit.MINUTES)).isTrue();
    assertThat(stored()).hasSize(1);
  }

  @Test
  void close_whileACompilerHangs_interruptsItSoon() throws Exception {
    disturbs = false;
    trials(Examples.batch(DEFAULT));
    var compiling = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    compile =
        _ -> {
          compiling.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
          throw new AssertionError("The latch is never opened.");
        };
    try (Pipeline pipeline = session()) {
      pipeline.begin(numbered(Examples.proposal(Saxpy.block(16)), pipeline));
      compiling.await();
    }
    assertThat(interrupted.await(5, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void trial_rejectedDefault_endsTheRunWithTheReason() {
    evaluate = request -> Examples.assessed(Examples.rejected(Rejection.WRONG_RESULT));
    for (int session = 0; session < 2; session++) {
      assertThatThrownBy(() -> trials(Examples.batch(DEFAULT, 16)))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("default of kernel 'saxpy'")
          .hasMessageContaining("wrong-result on shape 'small'")
          .hasMessageContaining("for the test")
          .hasMessageContaining("kernels/saxpy/kernel.yaml");
    }
    assertThat(stored()).hasSize(1);
    assertThat(events).containsExactly("compile 64", "evaluate 64");
  }

  @Test
  void trial_defaultOfWhichTheDeviceTellsNoEnergy_endsTheRunAndSaysWhatToDo() {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ENERGY));
    for (int session = 0; session < 2; session++) {
      assertThatThrownBy(() -> trials(Examples.batch(DEFAULT, 16)))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("asks for energy")
          .hasMessageContaining("Leave it out of 'objective'");
    }
    assertThat(stored()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void trial_brokenCompilerOrDevice_isNotBlamedOnTheCandidate(boolean device) {
    trials(Examples.batch(DEFAULT));
    var gone = new EnvironmentException("It is gone.");
    if (device) {
      evaluate =
          _ -> {
            throw gone;
          };
    } else {
      compile =
          _ -> {
            throw gone;
          };
    }
    assertThatThrownBy(() -> trials(Examples.batch(16))).isSameAs(gone);
    assertThat(stored().stream().filter(one -> one.evaluation().isPresent())).hasSize(1);
  }

  @Test
  void trial_onceTheTimeIsSpentWhileAllCompile_endsTheSearch() {
    disturbs = false;
    trials(Examples.batch(DEFAULT));
    budget = new Budget(Duration.ofMillis(200), Budget.UNLIMITED);
    nanoClock = System::nanoTime;
    compile =
        configuration -> {
          new CountDownLatch(1).await();
          throw new AssertionError("The latch is never opened.");
        };
    try (Pipeline pipeline = session()) {
      assertThat(trials(pipeline, Examples.batch(16, 32))).isEmpty();
      assertThat(pipeline.isInterrupted()).isFalse();
    }
  }
}
