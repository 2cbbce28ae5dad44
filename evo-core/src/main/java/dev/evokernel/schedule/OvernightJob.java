package dev.evokernel.schedule;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.search.Search;
import dev.evokernel.search.Seed;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Run;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One run, from the first compiler to the verdict.
 *
 * <p>Whoever calls holds the lock of the results folder. {@link #stop} may be called from any
 * thread, and everything that was evaluated by then is kept.
 */
public final class OvernightJob {

  private final Plan plan;
  private final ResultStore store;
  private final InstantSource clock;
  private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

  public OvernightJob(Plan plan, ResultStore store, InstantSource clock) {
    this.plan = plan;
    this.store = store;
    this.clock = clock;
  }

  /**
   * Runs until the budget is spent, the space is exhausted, or somebody calls {@link #stop}.
   *
   * @param earlier what an earlier sitting left behind, when this one resumes it
   * @return everything that is known of the run in the end
   * @throws InterruptedException if the run was stopped before anything of it was recorded
   * @throws EnvironmentException if the machine, or the kernel's incumbent, does not let it run
   */
  public RunHistory run(Optional<RunHistory> earlier, RunListener listener)
      throws InterruptedException {
    running.set(Thread.currentThread());
    var stopwatch =
        new Stopwatch(
            System::nanoTime, earlier.map(history -> history.run().spent().toNanos()).orElse(0L));
    RunStatus status = RunStatus.INTERRUPTED;
    boolean recorded = earlier.isPresent();
    LaunchSpec launch = LaunchSpec.ofThisJvm(plan.folder().resolve("logs"));
    listener.began("starting the compilers and checking the reference");
    try (Compilers compilers = Compilers.start(launch, compileJob(), compileWorkers())) {
      DeviceJob deviceJob = deviceJob(compilers);
      try (DeviceWorker device = DeviceWorker.start(launch, deviceJob)) {
        SearchSpace space = SearchSpace.of(plan.kernel(), plan.shapes(), device.limits());
        List<Seed> seeds = seeds(space);
        if (!recorded) {
          store.begin(describe(compilers.version(), device.limits()));
          recorded = true;
        }
        var identity = ProgramIdentity.in(plan.kernel(), plan.shapes(), device.limits());
        var journal =
            new Journal(
                store,
                plan.runId(),
                identity,
                earlier.map(RunHistory::candidates).orElse(List.of()));
        var evaluations =
            new Evaluations(
                plan,
                compilers,
                compilers.count(),
                device::evaluate,
                journal,
                stopwatch,
                clock,
                recording(listener, stopwatch));
        listener.began(
            "searching %s valid configurations of %s"
                .formatted(space.count(), plan.kernel().name()));
        new Search(space, plan.search(), seeds).run(evaluations);
        if (!evaluations.isInterrupted()) {
          listener.began("measuring the finalists against the incumbent");
          store.recordFinals(plan.runId(), finals(launch, deviceJob, compilers, journal, identity));
          status = RunStatus.FINISHED;
        }
      }
    } catch (InterruptedException e) {
      if (!recorded) {
        throw e;
      }
    } finally {
      running.set(null);
      Thread.interrupted(); // What follows must not be cut short.
      if (recorded) {
        store.finish(plan.runId(), status, stopwatch.spent(), clock.instant());
      }
    }
    return store.history(plan.runId());
  }

  /** Ends the run soon, without finals. It can be resumed. */
  public void stop() {
    Thread thread = running.get();
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** The incumbent first. What the limits of the device forbid shows only here. */
  private List<Seed> seeds(SearchSpace space) {
    var seeds = new ArrayList<Seed>();
    seeds.add(new Seed(plan.kernel().incumbent(), "incumbent"));
    seeds.addAll(plan.seeds());
    for (Seed seed : seeds) {
      space
          .violated(seed.configuration())
          .ifPresent(
              violation -> {
                throw new EnvironmentException(
                    "The configuration from '%s' is not valid on %s: %s Choose another, or mend the constraint in %s."
                        .formatted(
                            seed.origin(),
                            plan.device().model(),
                            violation.message(),
                            plan.origin().resolve("kernel.yaml")));
              });
    }
    return seeds;
  }

  /** In a fresh process, so that nothing a candidate left behind touches the decision. */
  private dev.evokernel.store.Finals finals(
      LaunchSpec launch,
      DeviceJob job,
      Compilers compilers,
      Journal journal,
      ProgramIdentity identity)
      throws InterruptedException {
    if (journal.evaluation(plan.kernel().incumbent()).isEmpty()) {
      throw new EnvironmentException(
          "The budget was spent before the incumbent was measured. Give more: evo run --resume %s --wall 3m"
              .formatted(plan.runId()));
    }
    try (DeviceWorker fresh = DeviceWorker.start(launch, job)) {
      var round =
          new FinalRound(compilers, fresh::finals, identity, plan.acceptance(), stream("finals"));
      Duration each = plan.budget().finalsReserve().dividedBy(plan.shapes().size());
      FinalsSettings usual = FinalsSettings.withSeed(stream("order").nextLong());
      var settings =
          new FinalsSettings(
              usual.rounds(),
              usual.minRounds(),
              usual.sample(),
              each.compareTo(usual.atMost()) < 0 ? each : usual.atMost(),
              usual.seed());
      return round.hold(journal.measured(), plan.kernel().incumbent(), settings);
    }
  }

  private RunListener recording(RunListener listener, Stopwatch stopwatch) {
    return new RunListener() {
      @Override
      public void evaluated(dev.evokernel.store.Evaluation evaluation, Progress progress) {
        store.spent(plan.runId(), stopwatch.spent());
        listener.evaluated(evaluation, progress);
      }

      @Override
      public void queued(int forCompiler, int forDevice) {
        listener.queued(forCompiler, forDevice);
      }
    };
  }

  private CompileJob compileJob() {
    return new CompileJob(
        plan.kernel().file(),
        plan.backend().name(),
        plan.device(),
        plan.cache(),
        plan.compileLimit());
  }

  /** Every core compiles; but one is left alone where the device needs somebody to feed it. */
  private int compileWorkers() {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.max(1, plan.backend().compilingDisturbsTiming() ? cores : cores - 1);
  }

  private DeviceJob deviceJob(Compilers compilers) throws InterruptedException {
    return new DeviceJob(
        plan.kernel().file(),
        plan.backend().name(),
        plan.device(),
        compilers.reference(),
        plan.shapeNames(),
        stream("inputs").longs(plan.inputSeeds()).boxed().toList(),
        SamplingSettings.DEFAULT,
        plan.deadline());
  }

  private Run describe(String compiler, DeviceLimits limits) {
    return new Run(
        plan.runId(),
        new Subject(
            plan.kernel().name(),
            plan.origin().toString(),
            plan.sourceHash(),
            plan.backend().name(),
            plan.kernel().parameters(),
            plan.kernel().incumbent(),
            plan.shapes().stream().map(shape -> workload(shape, limits)).toList()),
        new Provenance(plan.device(), compiler, Host.name(), plan.commit(), plan.evoVersion()),
        plan.job(),
        plan.search().seed(),
        clock.instant());
  }

  private Workload workload(Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(plan.kernel(), limits, shape, plan.kernel().incumbent());
    return new Workload(
        shape, plan.kernel().work().flops().real(frame), plan.kernel().work().bytes().real(frame));
  }

  /** A random stream of its own for each purpose, from the run's one seed. */
  private RandomGenerator stream(String purpose) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * plan.search().seed() + purpose.hashCode());
  }
}
