package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunEvents;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.RunClock;

/**
 * The evaluator of a run's search. Evaluations of earlier sessions come from the store, all others
 * from the workers.
 *
 * <p>Proposals go to the compilers at once, and from there to the devices, which work at the same
 * time. The search takes outcomes as evaluations end, or in the order of its proposals.
 *
 * <p>Three kinds of threads share only an {@link EvaluationQueue}. The search thread counts the
 * budget. A virtual thread for each compile worker waits for its process. A virtual thread for each
 * device journals every attempt.
 *
 * <p>The default is evaluated first and alone, because every objective is relative to it. A
 * candidate during whose evaluation the run's process ended twice is also evaluated alone.
 */
public final class Pipeline implements DetailedEvaluator, AutoCloseable {

  /** Time that compilations have to end, since an interrupted compiler has to start again. */
  private static final Duration PARTING = Duration.ofMillis(500);

  private final RunSpec spec;
  private final SearchContext context;
  private final CompileStep compilers;
  private final CandidateRegistry registry;
  private final EvaluationQueue queue;
  private final RunClock time;
  private final BiFunction<MeasuringDevice, CandidateEvaluator, DeviceLoop> loops;
  private final ExecutorService compilerThreads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService deviceThreads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("device-", 0).factory());
  private final RunEvents events;

  /** Candidates that earlier sessions learnt next, by the number of known outcomes. */
  private final Map<Integer, List<Integer>> order;

  private final BitSet begun = new BitSet();

  private long admitted;
  private boolean interrupted;

  /**
   * Starts the threads, which wait for the first proposal.
   *
   * @param context the context of the run's search; the registry numbers its candidates
   * @param devices each with an evaluator, which only its thread uses until this pipeline is closed
   * @param pause of a device between evaluations
   */
  public Pipeline(
      RunSpec spec,
      SearchContext context,
      CompileStep compilers,
      int compilerCount,
      CandidateRegistry registry,
      RunEvents events,
      DeviceGroup devices,
      RunClock time,
      TimePlan plan,
      DeviceLoop.Pause pause,
      RunListener listener) {
    this.spec = spec;
    this.context = context;
    this.compilers = compilers;
    this.registry = registry;
    this.events = events;
    this.order = events.learningOrder();
    this.time = time;
    this.admitted = registry.evaluated();
    Configuration ofDefault = spec.kernel().defaultConfiguration();
    this.queue =
        new EvaluationQueue(
            compilers.alternates(spec.backend().compilingDisturbsTiming()),
            registry.evaluation(ofDefault).isPresent());
    var admission = new DeviceAdmission(ofDefault, compilers, registry, queue, devices);
    this.loops =
        (device, evaluator) ->
            new DeviceLoop(device, evaluator, admission, plan, pause, time, listener);
    for (int i = 0; i < compilerCount; i++) {
      compilerThreads.execute(this::compile);
    }
    devices.present().forEach(this::measureOn);
  }

  void takeIn(RunDevices joining, DeviceGroup devices) {
    deviceThreads.execute(
        () -> {
          try {
            for (var next = joining.next(devices); next.isPresent(); next = joining.next(devices)) {
              measureOn(next.get().getKey(), next.get().getValue());
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The search has ended.
          } catch (RuntimeException | Error e) {
            queue.fail(e);
          }
        });
  }

  private void measureOn(MeasuringDevice device, CandidateEvaluator evaluator) {
    deviceThreads.execute(loops.apply(device, evaluator));
  }

  public boolean isInterrupted() {
    return interrupted;
  }

  boolean hasSpentEvaluations() {
    return admitted >= spec.budget().evaluations();
  }

  @Override
  public Pending begin(Proposal proposal) {
    boolean isDefault = proposal.configuration().equals(spec.kernel().defaultConfiguration());
    if (registry.hasEnded(proposal.number())) {
      if (isDefault) {
        CandidateEvaluator.requireDefault(spec, evaluation(proposal.configuration()));
      }
      Proposal known = registry.proposal(proposal.number());
      return () -> Optional.of(Trials.of(spec, known, registry));
    }
    if (hasSpentEvaluations()) {
      return Optional::empty;
    }
    admitted++;
    Proposal candidate = registry.proposed(proposal);
    begun.set(candidate.number());
    queue.begin(candidate, isDefault || registry.needsToBeAlone(candidate.number()));
    return () -> trial(candidate);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Records a deviation from proposal order before applying it, so that a resumed search repeats
   * it. Records an outcome before the search learns it.
   */
  @Override
  public List<Integer> next(int learnt, List<Integer> inFlight) {
    List<Integer> known = order.remove(learnt);
    if (known != null && inFlight.containsAll(known)) {
      return known;
    }
    List<Integer> oldest = List.of(inFlight.getFirst());
    List<Integer> next = compilers.learnsByEnds() ? ended(inFlight, oldest) : oldest;
    if (!next.equals(oldest)) {
      events.learns(learnt, next);
    }
    return next;
  }

  /** Repeats outcomes of earlier sessions first, without a record in the order of proposals. */
  private List<Integer> ended(List<Integer> inFlight, List<Integer> oldest) {
    List<Integer> here = inFlight.stream().filter(begun::get).toList();
    List<Integer> answered =
        inFlight.stream().filter(one -> !begun.get(one) && registry.hasEnded(one)).toList();
    if (here.isEmpty() || answered.containsAll(oldest)) {
      return oldest;
    }
    try {
      List<Integer> ended = answered.isEmpty() ? queue.awaitAny(here) : answered;
      return ended.isEmpty() ? oldest : ended;
    } catch (InterruptedException e) {
      interrupted = true;
      return oldest;
    }
  }

  private Optional<Trial> trial(Proposal candidate) {
    interrupted |= Thread.interrupted();
    if (interrupted) {
      return Optional.empty();
    }
    try {
      return queue.await(candidate.number()).map(ended -> Trials.of(spec, candidate, ended));
    } catch (InterruptedException e) {
      interrupted = true;
      return Optional.empty();
    }
  }

  @Override
  public SearchContext context() {
    return context;
  }

  @Override
  public Evaluation evaluation(Configuration configuration) {
    return registry
        .evaluation(configuration)
        .orElseThrow(
            () -> new IllegalStateException("No trial of " + configuration + " came back."));
  }

  private void compile() {
    try {
      while (true) {
        Proposal candidate = toCompile();
        long began = time.nanos();
        Compilation compilation = compilers.compile(candidate.configuration());
        queue.compiled(candidate, compilation);
        time.timesheet().compiler(activity(compilation), time.nanos() - began);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The search has ended.
    } catch (RuntimeException | Error e) {
      queue.fail(e);
    }
  }

  private Proposal toCompile() throws InterruptedException {
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

  /**
   * Interrupts the threads and waits for their end. Compilations that disturb no timing end beside
   * what follows, unless the run was stopped.
   */
  @Override
  public void close() {
    queue.end();
    deviceThreads.shutdownNow();
    deviceThreads.close();
    if (interrupted || spec.backend().compilingDisturbsTiming()) {
      compilerThreads.shutdownNow();
      compilerThreads.close();
    } else {
      compilerThreads.shutdown();
      CompletableFuture.delayedExecutor(PARTING.toMillis(), TimeUnit.MILLISECONDS)
          .execute(compilerThreads::shutdownNow);
    }
  }
}
