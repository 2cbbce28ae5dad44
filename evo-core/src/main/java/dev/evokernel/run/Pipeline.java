package dev.evokernel.run;

import dev.evokernel.backend.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.RunClock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The evaluator of a run's search: what earlier sessions evaluated comes from the store, the rest
 * from the workers.
 *
 * <p>Proposals go to the compilers at once, and from there to the device; both work at the same
 * time, and the search receives outcomes in the order of its proposals, whatever the order in which
 * evaluations end. Three kinds of threads share only an {@link EvaluationQueue}: the search thread,
 * which numbers candidates and counts the budget; a virtual thread for each compile worker; and a
 * thread for each device, which journals every attempt.
 *
 * <p>The default is evaluated first and alone: every objective is relative to it. So is a candidate
 * alone whose evaluation the run's process did not outlive twice.
 */
public final class Pipeline implements DetailedEvaluator, AutoCloseable {

  private final RunSpec spec;
  private final CompileStep compilers;
  private final CandidateRegistry registry;
  private final EvaluationQueue queue;
  private final RunClock time;
  private final ExecutorService compilerThreads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService deviceThreads =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("device-", 0).factory());
  private final Map<Configuration, Evaluation> learnt = new HashMap<>();
  private long admitted;
  private boolean interrupted;

  private Pipeline(
      RunSpec spec,
      CompileStep compilers,
      CandidateRegistry registry,
      EvaluationQueue queue,
      RunClock time) {
    this.spec = spec;
    this.compilers = compilers;
    this.registry = registry;
    this.queue = queue;
    this.time = time;
    this.admitted = registry.evaluated();
  }

  /**
   * Starts the threads; they wait for the first proposal.
   *
   * @param compilerCount how many compilations may go on at once
   * @param devices each with an evaluator, which its thread alone uses until this is closed
   */
  public static Pipeline start(
      RunSpec spec,
      CompileStep compilers,
      int compilerCount,
      CandidateRegistry registry,
      DeviceGroup devices,
      RunClock time,
      TimeLeft left,
      RunListener listener) {
    Configuration ofDefault = spec.kernel().defaultConfiguration();
    var queue =
        new EvaluationQueue(
            spec.backend().compilingDisturbsTiming(), registry.evaluation(ofDefault).isPresent());
    var pipeline = new Pipeline(spec, compilers, registry, queue, time);
    for (int i = 0; i < compilerCount; i++) {
      pipeline.compilerThreads.execute(pipeline::compile);
    }
    var admission = new DeviceAdmission(ofDefault, compilers, registry, queue, devices);
    devices
        .present()
        .forEach(
            (device, evaluator) ->
                pipeline.deviceThreads.execute(
                    new DeviceLoop(device, evaluator, admission, left, time, listener)));
    return pipeline;
  }

  /** Whether the run's thread was interrupted. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Whether the budget's evaluations have all begun. */
  boolean hasSpentEvaluations() {
    return admitted >= spec.budget().evaluations();
  }

  @Override
  public Pending begin(Proposal proposal) {
    Configuration configuration = proposal.configuration();
    Optional<Evaluation> known = registry.evaluation(configuration);
    if (known.isPresent()) {
      if (configuration.equals(spec.kernel().defaultConfiguration())) {
        DefaultRequirement.check(spec, known.get());
      }
      CandidateProposal earlier = registry.candidate(configuration).orElseThrow().proposal();
      return () -> Optional.of(learn(earlier, known.get()));
    }
    if (hasSpentEvaluations()) {
      return Optional::empty;
    }
    admitted++;
    CandidateProposal candidate =
        registry.numbered(proposal, spec.shapes().stream().map(Shape::name).toList());
    boolean leads =
        configuration.equals(spec.kernel().defaultConfiguration())
            || registry.needsToBeAlone(configuration);
    queue.begin(candidate, leads);
    return () -> trial(candidate);
  }

  private Optional<Trial> trial(CandidateProposal candidate) {
    interrupted |= Thread.interrupted();
    if (interrupted) {
      return Optional.empty();
    }
    try {
      return queue.await(candidate).map(ended -> learn(candidate, ended));
    } catch (InterruptedException e) {
      interrupted = true;
      return Optional.empty();
    }
  }

  private Trial learn(CandidateProposal candidate, Evaluation ended) {
    learnt.put(candidate.configuration(), ended);
    return Trials.of(spec, candidate, ended);
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
        queue.compiled(candidate, compilation);
        time.timesheet().compiler(activity(compilation), time.nanos() - began);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The search is over.
    } catch (RuntimeException | Error e) {
      queue.fail(e);
    }
  }

  private CandidateProposal toCompile() throws InterruptedException {
    long asked = time.nanos();
    try {
      return queue.toCompile();
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

  /** Interrupts the threads and waits for their end. */
  @Override
  public void close() {
    queue.end();
    deviceThreads.shutdownNow();
    compilerThreads.shutdownNow();
    deviceThreads.close();
    compilerThreads.close();
  }
}
