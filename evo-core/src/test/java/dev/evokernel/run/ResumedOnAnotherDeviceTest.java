package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunClock.Stopwatch;
import org.junit.jupiter.api.Test;

/**
 * A first session measured the default at 1 µs and a candidate at half of it; the next one finds a
 * device that is faster or slower.
 */
final class ResumedOnAnotherDeviceTest extends PipelineFixture {

  private final List<DriftCheck> checks = new ArrayList<>();
  private final List<Suspect> suspects = new ArrayList<>();

  /** The objective of a candidate that takes 0.8 of the default's time in the new session. */
  private Evaluation afterResume(double pace) throws InterruptedException {
    trials(Examples.batch(DEFAULT, 16));
    var registry = new CandidateRegistry(stored());
    RunFindings findings = RunFindings.of((configuration, digest) -> digest, registry);
    var time =
        new RunClock(
            nanoClock, InstantSource.fixed(Examples.NOW), new Stopwatch(nanoClock, 0), timesheet);
    var monitors = new ArrayList<DriftMonitor>();
    var device =
        new EvaluationStep() {
          private boolean prepared;

          @Override
          public Evaluated evaluate(EvaluationRequest request) {
            Configuration configuration = request.configuration();
            double share =
                configuration.equals(Saxpy.block(32))
                    ? 0.8
                    : configuration.equals(Saxpy.block(16)) ? 0.5 : 1;
            return timed(1000 * pace * share, 100 * pace * share);
          }

          // As the guard does at the begin of a session that resumes a run.
          @Override
          public void prepare() {
            if (!prepared) {
              monitors.forEach(monitor -> monitor.recovered(pace));
              prepared = true;
            }
          }
        };
    var drift =
        new DriftMonitor(
            new DriftSettings(100, OptionalDouble.of(0.15), OptionalDouble.empty()),
            objective,
            kernel.defaultConfiguration(),
            new DriftMonitor.Means(0, device, compile, time, () -> true),
            stored(),
            FlaggedCandidates.NONE,
            (check, some) -> {
              checks.add(check);
              suspects.addAll(some);
              findings.suspect(some);
            },
            _ -> {});
    monitors.add(drift);
    var plan = new TimePlan(spec(), time.stopwatch(), Duration.ZERO, Duration.ZERO);
    var evaluator =
        new CandidateEvaluator(
            spec(),
            new MeasuringDevice(0, "cpu", device, Optional.of(drift)),
            store,
            findings,
            time,
            new RunListener() {},
            plan);
    return evaluator.evaluate(
        new Proposal(3, 1, "random", Saxpy.block(32)), Examples.compiled("digest of the third"));
  }

  @Test
  void evaluate_onAFasterDevice_isRelativeToTheDefaultOfTheSameSession()
      throws InterruptedException {
    evaluate =
        request ->
            request.configuration().equals(Saxpy.block(16)) ? timed(500, 50) : timed(1000, 100);
    assertThat(afterResume(0.2).objective().orElseThrow()).isBetween(0.79, 0.81);
    assertThat(checks).singleElement().matches(check -> !check.sound());
    assertThat(suspects).singleElement().matches(Suspect::settled);
    assertThat(suspects.getFirst().objective().orElseThrow()).isBetween(0.49, 0.51);
  }

  @Test
  void evaluate_onASlowerDevice_isRelativeToTheDefaultOfTheSameSession()
      throws InterruptedException {
    assertThat(afterResume(3).objective().orElseThrow()).isBetween(0.79, 0.81);
    assertThat(checks).singleElement().matches(check -> !check.sound());
  }

  @Test
  void evaluate_onTheSameDevice_holdsNoCheck() throws InterruptedException {
    assertThat(afterResume(1.05).objective().orElseThrow()).isBetween(0.83, 0.85);
    assertThat(checks).isEmpty();
    assertThat(suspects).isEmpty();
  }
}
