package dev.evokernel.run;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.SteadyMeasurement;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.workers.Assessment;
import dev.evokernel.workers.CompiledCandidate;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the device's thread does: it takes what is compiled, has it checked and timed, and journals
 * it, until the time is spent or somebody interrupts.
 */
final class DeviceLoop implements Runnable {

  private final RunSpec plan;
  private final EvaluationStep device;
  private final Journal journal;
  private final EvaluationQueue handover;
  private final RunClock time;
  private final Optional<DriftMonitor> drift;
  private final RunListener listener;
  private long watching;

  DeviceLoop(
      RunSpec plan,
      EvaluationStep device,
      Journal journal,
      EvaluationQueue handover,
      RunClock time,
      Optional<DriftMonitor> drift,
      RunListener listener) {
    this.plan = plan;
    this.device = device;
    this.journal = journal;
    this.handover = handover;
    this.time = time;
    this.drift = drift;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      while (left().isPositive()) {
        handover.land(evaluated(turn()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The search is over.
    } catch (RuntimeException | Error e) {
      handover.fail(e);
    } finally {
      handover.end();
    }
  }

  private List<CompiledCandidate> turn() throws InterruptedException {
    long asked = time.nanos();
    try {
      return handover.turn(left().toNanos());
    } finally {
      time.timesheet().device(DeviceActivity.WAITING, time.nanos() - asked);
    }
  }

  private Map<CandidateProposal, Evaluation> evaluated(List<CompiledCandidate> turn)
      throws InterruptedException {
    var ended = new LinkedHashMap<CandidateProposal, Evaluation>();
    for (CompiledCandidate built : turn) {
      if (!left().isPositive()) {
        break;
      }
      int others = turn.size() - 1 - ended.size();
      listener.queued(handover.forCompiler(), handover.forDevice() + others);
      ended.put(built.candidate(), conclude(built));
    }
    return ended;
  }

  /** Time for the search; that for the finals is kept back. */
  private Duration left() {
    return plan.searchWall().minus(time.stopwatch().spent());
  }

  private Evaluation conclude(CompiledCandidate built) throws InterruptedException {
    long began = time.nanos();
    watching = 0;
    Evaluation evaluation =
        switch (built.compilation()) {
          case Compilation.Failed(String log, boolean timedOut) ->
              ended(
                  new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log),
                  "",
                  0,
                  0);
          case Compilation.Compiled(Binary binary) -> run(built.candidate(), binary);
        };
    journal.record(built.candidate(), evaluation);
    watch(built.candidate(), evaluation);
    listener.evaluated(evaluation, journal.progress(time.stopwatch(), plan.budget()));
    time.timesheet().device(DeviceActivity.CHECKING, watching);
    time.timesheet()
        .device(
            DeviceActivity.BOOKKEEPING,
            time.nanos() - began - watching - evaluation.evaluateNanos());
    if (isDefault(built.candidate())) {
      Pipeline.requireMeasured(plan, evaluation);
    }
    return evaluation;
  }

  private void watch(CandidateProposal candidate, Evaluation evaluation)
      throws InterruptedException {
    if (drift.isPresent() && evaluation.evaluateNanos() > 0) {
      long began = time.nanos();
      drift.get().evaluated(new Candidate(plan.runId(), candidate, 1, Optional.of(evaluation)));
      drift.get().lookIfDue();
      watching += time.nanos() - began;
    }
  }

  private Evaluation run(CandidateProposal candidate, Binary binary) throws InterruptedException {
    Optional<Outcome> twin = journal.sameProgram(candidate.configuration(), binary.digest());
    if (twin.isPresent()) {
      return ended(twin.get(), binary.digest(), binary.compileNanos(), 0);
    }
    if (journal.isQuarantined(candidate)) {
      String message =
          "The whole run died more than once while this was evaluated. It is not tried again.";
      return ended(
          new Rejected(Rejection.CRASH, "", message), binary.digest(), binary.compileNanos(), 0);
    }
    journal.attempt(candidate);
    long launched = time.nanos();
    try {
      Assessment assessment = examined(candidate, binary, measure(candidate, binary));
      long nanos = time.nanos() - launched;
      time.timesheet().device(assessment, nanos);
      return ended(assessment.outcome(), binary.digest(), binary.compileNanos(), nanos);
    } catch (InterruptedException | ChangedDeviceException e) {
      journal.withdraw(candidate);
      throw e;
    }
  }

  private Assessment measure(CandidateProposal candidate, Binary binary)
      throws InterruptedException {
    Configuration configuration = candidate.configuration();
    return isDefault(candidate)
        ? SteadyMeasurement.of(() -> device.evaluate(configuration, binary, Map.of()))
        : device.evaluate(configuration, binary, journal.bestP50());
  }

  /** Whoever becomes the best is tried once more, harder, before anybody hears of it. */
  private Assessment examined(CandidateProposal candidate, Binary binary, Assessment assessment)
      throws InterruptedException {
    if (assessment.outcome() instanceof Measured measured
        && objective(measured).stream().anyMatch(journal::wouldLead)) {
      long began = time.nanos();
      Optional<Rejected> refusal = device.examine(candidate.configuration(), binary);
      var examination = new Spent(0, time.nanos() - began, 0);
      Outcome outcome = refusal.isPresent() ? refusal.get() : measured;
      return new Assessment(outcome, assessment.spent().plus(examination), assessment.lostNanos());
    }
    return assessment;
  }

  private boolean isDefault(CandidateProposal candidate) {
    return candidate.configuration().equals(plan.kernel().defaultConfiguration());
  }

  private Evaluation ended(Outcome outcome, String digest, long compileNanos, long evaluateNanos) {
    OptionalDouble objective =
        outcome instanceof Measured measured ? objective(measured) : OptionalDouble.empty();
    return new Evaluation(
        outcome, objective, digest, compileNanos, evaluateNanos, time.clock().instant());
  }

  private OptionalDouble objective(Measured measured) {
    return plan.objective().first(measured, defaultMeasured().orElse(measured));
  }

  /** The measure of all; the first candidate of a run, the default, becomes it. */
  private Optional<Measured> defaultMeasured() {
    return drift.flatMap(DriftMonitor::level).or(this::recorded);
  }

  private Optional<Measured> recorded() {
    return journal
        .evaluation(plan.kernel().defaultConfiguration())
        .map(Evaluation::outcome)
        .filter(Measured.class::isInstance)
        .map(Measured.class::cast);
  }
}
