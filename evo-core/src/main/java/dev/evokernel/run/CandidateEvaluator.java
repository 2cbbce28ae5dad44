package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.health.SteadyMeasurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.search.Proposal;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.ShapeFuzz;
import dev.evokernel.stats.Metric;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.TimedShapes;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunClock;

/**
 * The evaluator of compiled candidates on one device, used by every evaluation of a run.
 *
 * <p>The evaluator reuses the outcome of an equal program and rejects a quarantined candidate. The
 * default is never quarantined: a run needs it. Otherwise the evaluator journals the attempt,
 * verifies and times the candidate, and examines a candidate that would become the best. It then
 * records the outcome and reports it to the drift monitor.
 *
 * <p>Confined to its device's thread during the search, and to the run's thread afterwards.
 */
public record CandidateEvaluator(
    RunSpec spec,
    MeasuringDevice on,
    ResultStore store,
    RunFindings findings,
    RunClock time,
    RunListener listener,
    TimePlan plan) {

  /**
   * Evaluates a candidate and records the outcome.
   *
   * @throws ChangedDeviceException if a drift check or a recovery check found the device changed;
   *     the attempt is withdrawn
   */
  public Evaluation evaluate(Proposal candidate, Compilation compilation)
      throws InterruptedException {
    long preparing = compilation instanceof Compilation.Compiled ? prepared() : 0;
    long began = time.nanos();
    Evaluation evaluation =
        switch (compilation) {
          case Compilation.Failed(String log, boolean timedOut) ->
              ended(
                  new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log),
                  "",
                  0,
                  0,
                  0);
          case Compilation.Compiled(Binary binary) -> outcome(candidate, binary);
        };
    Candidate recorded = store.record(spec.id(), candidate, evaluation);
    findings.take(recorded);
    plan.recorded();
    long checking = evaluation.evaluateNanos() == 0 ? 0 : checkedDrift(recorded);
    listener.evaluated(evaluation, findings.progress(time.stopwatch(), spec.budget()));
    time.timesheet().device(DeviceActivity.RESTARTING, preparing);
    time.timesheet().device(DeviceActivity.CHECKING, checking);
    time.timesheet()
        .device(
            DeviceActivity.BOOKKEEPING,
            time.nanos() - began - checking - evaluation.evaluateNanos());
    if (isDefault(candidate)) {
      requireDefault(spec, evaluation);
    }
    return evaluation;
  }

  private Evaluation outcome(Proposal candidate, Binary binary) throws InterruptedException {
    Optional<Evaluation> same = findings.sameProgram(candidate, binary.digest());
    if (same.isPresent()) {
      return same.get().asThatOf(binary.compileNanos(), time.clock().instant());
    }
    List<String> lost = findings.registry().lostDevices(candidate.number());
    if (lost.size() >= CandidateRegistry.ATTEMPTS && !isDefault(candidate)) {
      return ended(
          new Rejected(
              Rejection.CRASH,
              "",
              "%d devices were lost during this evaluation: %s. It is not repeated."
                  .formatted(lost.size(), String.join(", ", lost))),
          "",
          binary.compileNanos(),
          0,
          0);
    }
    int broken = findings.registry().brokenAttempts(candidate.number());
    if (findings.registry().isQuarantined(candidate.number()) && !isDefault(candidate)) {
      return ended(quarantined(broken), "", binary.compileNanos(), 0, 0);
    }
    if (findings.registry().needsToBeAlone(candidate.number())) {
      listener.began(
          "note: the process of the run ended %d times during the evaluation of candidate %d; it is evaluated again, alone in a fresh process"
              .formatted(broken, candidate.number()));
      on.step().renew();
    }
    return attempted(candidate, binary);
  }

  /**
   * Rejects a quarantined candidate. The record has no digest, because the rejection says nothing
   * about other candidates with the binary.
   */
  private static Rejected quarantined(int broken) {
    return new Rejected(
        Rejection.CRASH,
        "",
        "The process of the run ended %d times during this evaluation, the last time with the candidate alone in a fresh process. It is not repeated."
            .formatted(broken));
  }

  /**
   * Evaluates the candidate. Candidates that lost a device are evaluated one at a time, so that the
   * next loss identifies the cause.
   */
  private Evaluation attempted(Proposal candidate, Binary binary) throws InterruptedException {
    if (findings.registry().lostDevices(candidate.number()).isEmpty()) {
      return attemptedNow(candidate, binary);
    }
    findings.registry().suspected().acquire();
    try {
      on.step().prepare(); // A device lost in the meantime is not this candidate's fault.
      return attemptedNow(candidate, binary);
    } finally {
      findings.registry().suspected().release();
    }
  }

  private Evaluation attemptedNow(Proposal candidate, Binary binary) throws InterruptedException {
    store.attempt(spec.id(), candidate);
    long launched = time.nanos();
    try {
      Evaluated evaluated = examined(candidate, binary, measured(candidate, binary));
      long nanos = time.nanos() - launched;
      time.timesheet().device(evaluated, nanos);
      return ended(
          evaluated.outcome(),
          binary.digest(),
          binary.compileNanos(),
          nanos,
          evaluated.spent().check());
    } catch (InterruptedException | ChangedDeviceException e) {
      store.withdraw(spec.id(), candidate);
      throw e;
    } catch (EnvironmentException e) {
      if (DeviceLostException.isByHost(e)) {
        store.withdraw(spec.id(), candidate);
      } else {
        findings.registry().lost(candidate.number(), on.name());
      }
      throw e;
    }
  }

  private Evaluated measured(Proposal candidate, Binary binary) throws InterruptedException {
    var request = EvaluationRequest.of(candidate.configuration(), binary);
    return isDefault(candidate)
        ? SteadyMeasurement.of(() -> planned(request), () -> isEarly())
        : planned(
            request
                .racing(findings.bestP50())
                .likeDefault(spec.kernel(), first())
                .on(new TimedShapes(candidate.shapes(), spec.search().portfolio().isPresent())));
  }

  /** The default's repetitions take at most a third of the wall time. */
  private boolean isEarly() {
    return time.stopwatch().spent().compareTo(spec.budget().wall().dividedBy(3)) < 0;
  }

  private Evaluated planned(EvaluationRequest request) throws InterruptedException {
    Evaluated evaluated = on.step().evaluate(request);
    if (request.shapes().names().isEmpty()) {
      plan.evaluated(request.configuration(), evaluated);
    }
    return evaluated;
  }

  /** Checks whether the candidate would lead; in a search for a portfolio, on any shape. */
  private boolean wouldLead(Measured measured) {
    return spec.search().portfolio().isPresent()
        ? findings.wouldLead(measured)
        : objective(measured).stream().anyMatch(findings::wouldLead);
  }

  /** Examines a candidate that would become the best before it is recorded. */
  private Evaluated examined(Proposal candidate, Binary binary, Evaluated evaluated)
      throws InterruptedException {
    if (evaluated.outcome() instanceof Measured measured && wouldLead(measured)) {
      long began = time.nanos();
      Optional<Rejected> refusal = on.step().examine(candidate.configuration(), binary);
      var examination = new Spent(0, time.nanos() - began, 0);
      if (refusal.isEmpty()) {
        findings.examined().add(candidate.configuration());
      }
      Outcome outcome = refusal.isPresent() ? refusal.get() : measured;
      return new Evaluated(
          outcome, evaluated.spent().plus(examination), evaluated.lostNanos(), evaluated.loss());
    }
    return evaluated;
  }

  /**
   * Prepares the device, including the drift check that a changed default requires, so that the
   * candidate is compared with the default's current time.
   *
   * @return nanoseconds spent
   */
  private long prepared() throws InterruptedException {
    long began = time.nanos();
    on.step().prepare();
    if (on.drift().isPresent()) {
      on.drift().get().checkIfDue();
      followDrift();
    }
    return time.nanos() - began;
  }

  /** Checks the drift if a check is due, and returns the nanoseconds spent. */
  private long checkedDrift(Candidate recorded) throws InterruptedException {
    if (on.drift().isEmpty()) {
      return 0;
    }
    long began = time.nanos();
    on.drift().get().evaluated(recorded);
    on.drift().get().checkIfDue();
    followDrift();
    return time.nanos() - began;
  }

  private void followDrift() {
    first().ifPresent(on::follow);
  }

  private boolean isDefault(Proposal candidate) {
    return candidate.configuration().equals(spec.kernel().defaultConfiguration());
  }

  private Evaluation ended(
      Outcome outcome, String digest, long compileNanos, long evaluateNanos, long checkNanos) {
    OptionalDouble objective =
        outcome instanceof Measured measured ? objective(measured) : OptionalDouble.empty();
    return new Evaluation(
        outcome,
        objective,
        digest,
        compileNanos,
        evaluateNanos,
        checkNanos,
        time.clock().instant(),
        on.number(),
        1 / on.relative());
  }

  /** Returns the objective; empty if the candidate was not measured on every shape. */
  private OptionalDouble objective(Measured measured) {
    if (spec.search().portfolio().isPresent()
        && measured.measurements().size() < spec.shapes().size()) {
      return OptionalDouble.empty();
    }
    return spec.objective().first(measured, defaultMeasured().orElse(measured));
  }

  /**
   * Returns the reference of objectives: the default on this device, as of the last drift check.
   */
  public Optional<Measured> defaultMeasured() {
    return on.theDefault(first());
  }

  private Optional<Measured> first() {
    return findings
        .registry()
        .candidate(spec.kernel().defaultConfiguration())
        .flatMap(Candidate::measured);
  }

  /**
   * Checks the default's evaluation.
   *
   * @throws EnvironmentException if the default was rejected, or the device did not report a metric
   *     of the objective
   */
  public static void requireDefault(RunSpec spec, Evaluation ofDefault) {
    switch (ofDefault.outcome()) {
      case Rejected rejected -> throw rejected(spec, rejected);
      case Measured measured ->
          spec.objective()
              .missingFrom(measured)
              .ifPresent(
                  metric -> {
                    throw unreported(spec, metric);
                  });
    }
  }

  private static EnvironmentException unreported(RunSpec spec, Metric metric) {
    return new EnvironmentException(
        "The objective asks for %s, and %s (%s) did not report it when the default was measured. Leave it out of 'objective' in evo.yaml, or choose another device."
            .formatted(metric.label(), spec.device().id(), spec.device().model()));
  }

  static EnvironmentException rejected(RunSpec spec, Rejected rejected) {
    return new EnvironmentException(
        "The default of kernel '%s' was rejected (%s), and speed-ups are relative to it: %s%nCorrect the kernel, or choose another default in %s.%s"
            .formatted(
                spec.kernel().name(),
                Candidate.reasonOf(rejected),
                rejected.message(),
                spec.origin().folder().resolve("kernel.yaml"),
                rejected.reason() == Rejection.TIMEOUT
                    ? " " + rejected.reason().advice(rejected.message())
                    : rejected.shape().startsWith(ShapeFuzz.PREFIX)
                        ? " If the kernel does not support such shapes, say so with a constraint, or"
                            + " ask for none: gate: {fuzz: 0}."
                        : ""));
  }
}
