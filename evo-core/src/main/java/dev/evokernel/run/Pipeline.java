package dev.evokernel.run;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ShapeFuzz;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers the search: from earlier sittings what was evaluated before, from the workers the rest.
 *
 * <p>What the search sets off goes to the compilers at once, and from there to the device; both are
 * busy at the same time, and the search learns in the order of its proposals whatever order they
 * end in. Three kinds of threads share nothing but a {@link EvaluationQueue}: the search's own,
 * which numbers candidates and counts the budget; a virtual thread for each compile worker; and the
 * device's, which journals what it does.
 *
 * <p>The default goes first and alone: every objective is relative to it.
 */
public final class Pipeline implements DetailedEvaluator, AutoCloseable {

  private final RunSpec plan;
  private final CompileStep compilers;
  private final CandidateRegistry roster;
  private final EvaluationQueue handover;
  private final RunClock time;
  private final ExecutorService compilerThreads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService deviceThread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("device").factory());
  private final Map<Configuration, Evaluation> learnt = new HashMap<>();
  private long admitted;
  private boolean interrupted;

  private Pipeline(
      RunSpec plan,
      CompileStep compilers,
      CandidateRegistry roster,
      EvaluationQueue handover,
      RunClock time) {
    this.plan = plan;
    this.compilers = compilers;
    this.roster = roster;
    this.handover = handover;
    this.time = time;
    this.admitted = roster.evaluated();
  }

  /**
   * Starts the threads; they wait for what the search sets off.
   *
   * @param compilerCount how many compilations may go on at once
   * @param journal the device's thread's own until this is closed
   */
  public static Pipeline start(
      RunSpec plan,
      CompileStep compilers,
      int compilerCount,
      EvaluationStep device,
      Journal journal,
      CandidateRegistry roster,
      RunClock time,
      Optional<DriftMonitor> drift,
      RunListener listener) {
    var handover = new EvaluationQueue(plan.backend().compilingDisturbsTiming());
    var pipeline = new Pipeline(plan, compilers, roster, handover, time);
    for (int i = 0; i < compilerCount; i++) {
      pipeline.compilerThreads.execute(pipeline::compile);
    }
    pipeline.deviceThread.execute(
        new DeviceLoop(plan, device, journal, handover, time, drift, listener));
    return pipeline;
  }

  /** Whether somebody broke the run off. */
  public boolean isInterrupted() {
    return interrupted;
  }

  @Override
  public Pending begin(Proposal proposal) {
    Configuration configuration = proposal.configuration();
    Optional<Evaluation> known = roster.evaluation(configuration);
    if (known.isPresent()) {
      if (configuration.equals(plan.kernel().defaultConfiguration())) {
        requireMeasured(plan, known.get());
      }
      return () -> Optional.of(learn(configuration, known.get()));
    }
    if (admitted >= plan.budget().evaluations()) {
      return Optional::empty;
    }
    admitted++;
    CandidateProposal candidate = roster.candidate(proposal);
    handover.begin(candidate, configuration.equals(plan.kernel().defaultConfiguration()));
    return () -> trial(candidate);
  }

  private Optional<Trial> trial(CandidateProposal candidate) {
    interrupted |= Thread.interrupted();
    if (interrupted) {
      return Optional.empty();
    }
    try {
      return handover.await(candidate).map(ended -> learn(candidate.configuration(), ended));
    } catch (InterruptedException e) {
      interrupted = true;
      return Optional.empty();
    }
  }

  private Trial learn(Configuration configuration, Evaluation ended) {
    learnt.put(configuration, ended);
    return new Trial(configuration, ended.objective());
  }

  @Override
  public Evaluation evaluation(Configuration configuration) {
    return Objects.requireNonNull(
        learnt.get(configuration), () -> "No trial of " + configuration + " came back.");
  }

  private void compile() {
    try {
      while (true) {
        CandidateProposal candidate = toCompile();
        long began = time.nanos();
        Compilation compilation = compilers.compile(candidate.configuration());
        handover.compiled(candidate, compilation);
        time.timesheet().compiler(activity(compilation), time.nanos() - began);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The search is over.
    } catch (RuntimeException | Error e) {
      handover.fail(e);
    }
  }

  private CandidateProposal toCompile() throws InterruptedException {
    long asked = time.nanos();
    try {
      return handover.toCompile();
    } finally {
      time.timesheet().compiler(CompilerActivity.WAITING, time.nanos() - asked);
    }
  }

  private static CompilerActivity activity(Compilation compilation) {
    return compilation instanceof Compilation.Compiled compiled
            && compiled.binary().compileNanos() == 0
        ? CompilerActivity.CACHED
        : CompilerActivity.COMPILING;
  }

  /** Without the default's numbers there is nothing to search for. */
  static void requireMeasured(RunSpec plan, Evaluation theDefault) {
    switch (theDefault.outcome()) {
      case Rejected rejected -> throw defaultRejected(plan, rejected);
      case Measured measured ->
          plan.objective()
              .missingFrom(measured)
              .ifPresent(
                  metric -> {
                    throw untold(plan, metric);
                  });
    }
  }

  private static EnvironmentException untold(RunSpec plan, Metric metric) {
    return new EnvironmentException(
        "The objective asks for %s, and %s (%s) did not tell it when the default was measured. Leave it out of 'objective' in evo.yaml, or choose another device."
            .formatted(metric.label(), plan.device().id(), plan.device().model()));
  }

  public static EnvironmentException defaultRejected(RunSpec plan, Rejected rejected) {
    return new EnvironmentException(
        "The default of kernel '%s' was rejected (%s%s), and everything is compared with it: %s%nMend the kernel, or choose another default configuration in %s.%s"
            .formatted(
                plan.kernel().name(),
                rejected.reason().label(),
                rejected.shape().isEmpty() ? "" : " on shape '" + rejected.shape() + "'",
                rejected.message(),
                plan.origin().resolve("kernel.yaml"),
                rejected.shape().startsWith(ShapeFuzz.PREFIX)
                    ? " If it does not promise to work on such shapes, say so with a constraint, or"
                        + " ask for none: gate: {fuzz: 0}."
                    : ""));
  }

  /** Breaks off what is still going on. Afterwards nothing is. */
  @Override
  public void close() {
    handover.end();
    deviceThread.shutdownNow();
    compilerThreads.shutdownNow();
    deviceThread.close();
    compilerThreads.close();
  }
}
