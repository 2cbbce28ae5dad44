package dev.evokernel.run;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.finals.FinalRound;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.TieBreak;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.health.Deadline;
import dev.evokernel.health.DeviceGuard;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.HardwareLimit;
import dev.evokernel.health.Pause;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Search;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.BaselineSession;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.workers.DeviceProcess;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.ProcessWorkers;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.Stopwatch;
import dev.evokernel.workers.Timesheet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run, from the first compiler to the verdict.
 *
 * <p>Whoever calls holds the locks of the device and of the run. {@link #stop} may be called from
 * any thread, and everything that was evaluated by then is kept.
 */
public final class TuningRun {

  private final RunSpec plan;
  private final ResultStore store;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final SearchStrategy exploration;
  private final RunWorkers.Start team;
  private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

  /** A run that searches as its plan says, with processes on this machine. */
  public TuningRun(RunSpec plan, ResultStore store, InstantSource clock) {
    this(plan, store, clock, System::nanoTime, () -> ProcessWorkers.start(plan));
  }

  /** The same with another team, on its clock: a simulated device moves time on itself. */
  public TuningRun(
      RunSpec plan,
      ResultStore store,
      InstantSource clock,
      LongSupplier nanoClock,
      RunWorkers.Start team) {
    this(plan, store, clock, nanoClock, exploration(plan), team);
  }

  private static SearchStrategy exploration(RunSpec plan) {
    return plan.objective().hasFront()
        ? new FrontSearch(plan.objective(), plan.search(), plan.kernel().defaultConfiguration())
        : (space, seeds, evaluator) -> new Search(space, plan.search(), seeds).run(evaluator);
  }

  /** The same with another way to choose configurations. */
  public TuningRun(
      RunSpec plan, ResultStore store, InstantSource clock, SearchStrategy exploration) {
    this(plan, store, clock, System::nanoTime, exploration, () -> ProcessWorkers.start(plan));
  }

  private TuningRun(
      RunSpec plan,
      ResultStore store,
      InstantSource clock,
      LongSupplier nanoClock,
      SearchStrategy exploration,
      RunWorkers.Start team) {
    this.plan = plan;
    this.store = store;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.exploration = exploration;
    this.team = team;
  }

  /**
   * Runs until the budget is spent, the space is exhausted, or somebody calls {@link #stop}.
   *
   * @param earlier what an earlier sitting left behind, when this one resumes it
   * @return everything that is known of the run in the end
   * @throws InterruptedException if the run was stopped before anything of it was recorded
   * @throws ChangedDeviceException if the device did not come back to what it was after a crash;
   *     the run can be resumed
   * @throws EnvironmentException if the machine, or the kernel's default, does not let it run
   */
  public RunHistory run(Optional<RunHistory> earlier, RunListener listener)
      throws InterruptedException {
    running.set(Thread.currentThread());
    Optional<StoredRun> before = earlier.map(RunHistory::run);
    var time =
        new RunClock(
            nanoClock,
            clock,
            new Stopwatch(nanoClock, before.map(run -> run.spent().toNanos()).orElse(0L)),
            new Timesheet(before.map(StoredRun::timeBudget).orElse(TimeBudget.NONE)));
    List<Candidate> known = earlier.map(RunHistory::candidates).orElse(List.of());
    RunStatus status = RunStatus.INTERRUPTED;
    boolean recorded = earlier.isPresent();
    long began = time.nanos();
    listener.began("starting the compilers and checking the reference");
    try (RunWorkers crew = team.start()) {
      SearchSpace space = crew.space();
      List<StoredInitialConfiguration> settled =
          new SeedResolver(plan, store).settle(space, crew.limits(), earlier);
      List<InitialConfiguration> seeds =
          InitialDesign.generation(plan.kernel().defaultConfiguration(), settled);
      if (!recorded) {
        store.begin(RunDescription.of(plan, crew, clock.instant()), settled);
        recorded = true;
        SeedResolver.tell(settled, listener::began);
      }
      var identity = ProgramIdentity.in(plan.kernel(), plan.shapes(), crew.limits());
      var journal = new Journal(store, plan.runId(), identity, known);
      time.timesheet().device(DeviceActivity.STARTING, time.nanos() - began);
      listener.began(
          "searching %s valid configurations of %s".formatted(space.count(), plan.kernel().name()));
      if (crew.process().isPresent() && !crew.peaks().known()) {
        listener.began(
            "note: this device does not tell its peaks, so nothing is too fast to be true");
      }
      crew.weaknesses()
          .forEach(weakness -> listener.began("warning: the gate is weak: " + weakness));
      EvaluationStep device =
          crew.process()
              .<EvaluationStep>map(process -> guard(process, crew, known, listener))
              .orElse(crew::evaluate);
      Optional<DriftMonitor> drift = watch(crew, device, journal, time, earlier, listener);
      boolean interrupted;
      try (var pipeline =
          Pipeline.start(
              plan,
              crew::compile,
              crew.compilerCount(),
              device,
              journal,
              new CandidateRegistry(known),
              time,
              drift,
              recording(listener, time))) {
        exploration.explore(space, seeds, pipeline);
        interrupted = pipeline.isInterrupted();
      }
      if (!interrupted) {
        listener.began("measuring the finalists against the default");
        long finals = time.nanos();
        Optional<Configuration> reigning =
            crew.process().isPresent()
                ? reigning(crew, space, device, journal, drift)
                : Optional.empty();
        if (drift.isPresent()) {
          drift.get().finish(FinalRound.FINALISTS);
        }
        List<Candidate> entered = admitted(crew, device, journal, identity, reigning);
        store.recordFinals(plan.runId(), finals(crew, journal, entered, identity, reigning));
        time.timesheet().device(DeviceActivity.FINALS, time.nanos() - finals);
        status = RunStatus.FINISHED;
      }
    } catch (InterruptedException e) {
      if (!recorded) {
        throw e;
      }
    } finally {
      running.set(null);
      Thread.interrupted(); // What follows must not be cut short.
      if (recorded) {
        store.spent(plan.runId(), time.stopwatch().spent(), time.timesheet().soFar());
        store.finish(plan.runId(), status, time.stopwatch().spent(), clock.instant());
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

  private DeviceGuard guard(
      DeviceProcess process, RunWorkers crew, List<Candidate> known, RunListener listener) {
    Configuration defaultConfiguration = plan.kernel().defaultConfiguration();
    var recoveryMonitor =
        new RecoveryMonitor(
            defaultConfiguration,
            crew::compile,
            RecoveryMonitor.margin(plan.drift(), plan.backend()),
            Pause.real(),
            listener::began);
    known.forEach(
        candidate ->
            candidate
                .evaluation()
                .ifPresent(
                    ended -> recoveryMonitor.saw(candidate.configuration(), ended.outcome())));
    return new DeviceGuard(
        process,
        Deadline.after(plan.deadline(), known),
        recoveryMonitor,
        new HardwareLimit(crew.peaks(), RunDescription.workloads(plan, crew)),
        nanoClock,
        clock,
        check -> store.recordRecoveryCheck(plan.runId(), check));
  }

  /** Nobody watches a recording: it cannot drift. */
  private Optional<DriftMonitor> watch(
      RunWorkers crew,
      EvaluationStep device,
      Journal journal,
      RunClock time,
      Optional<RunHistory> earlier,
      RunListener listener) {
    if (crew.process().isEmpty() || plan.drift().every() == 0) {
      return Optional.empty();
    }
    FlaggedCandidates seen = earlier.map(RunHistory::flags).orElse(FlaggedCandidates.NONE);
    journal.doubt(seen.suspects());
    Duration wall = plan.searchWall();
    return Optional.of(
        new DriftMonitor(
            plan.drift(),
            plan.objective(),
            DriftMonitor.usualMargin(plan.backend().compilingDisturbsTiming()),
            new DriftMonitor.Means(
                device, crew::compile, time, () -> wall.compareTo(time.stopwatch().spent()) > 0),
            plan.kernel().defaultConfiguration(),
            earlier.map(RunHistory::candidates).orElse(List.of()),
            seen,
            (check, doubts) -> {
              store.recordDriftCheck(plan.runId(), check, doubts);
              journal.doubt(doubts);
            },
            listener::began));
  }

  private Optional<Configuration> reigning(
      RunWorkers crew,
      SearchSpace space,
      EvaluationStep device,
      Journal journal,
      Optional<DriftMonitor> drift)
      throws InterruptedException {
    var reigning = new LeaderboardChampion(plan, store, space);
    Optional<Configuration> configuration = reigning.configuration();
    Optional<Measured> defaultConfiguration =
        drift
            .flatMap(DriftMonitor::level)
            .or(
                () ->
                    journal
                        .candidate(plan.kernel().defaultConfiguration())
                        .flatMap(Candidate::measured));
    if (configuration.isPresent()
        && defaultConfiguration.isPresent()
        && journal.evaluation(configuration.get()).isEmpty()) {
      reigning.evaluate(
          configuration.get(), crew::compile, device, journal, defaultConfiguration.get(), clock);
      drift.ifPresent(watch -> journal.candidate(configuration.get()).ifPresent(watch::evaluated));
    }
    return configuration;
  }

  /** Who may enter the finals. */
  private List<Candidate> admitted(
      RunWorkers crew,
      EvaluationStep device,
      Journal journal,
      ProgramIdentity identity,
      Optional<Configuration> reigning)
      throws InterruptedException {
    var examinations = new ArrayList<FinalistSelection.Examination>(List.of(device::examine));
    crew.sanitizer().ifPresent(sanitizer -> examinations.add(sanitizer::examine));
    Configuration defaultConfiguration = plan.kernel().defaultConfiguration();
    var screening =
        new FinalistSelection(
            crew::compile,
            examinations,
            identity,
            clock,
            exclusion -> store.exclude(plan.runId(), exclusion));
    return screening.admit(
        journal.measured(),
        defaultConfiguration,
        store.history(plan.runId()).flags(),
        some -> FinalRound.seeded(some, defaultConfiguration, reigning, plan.objective()),
        FinalRound.FINALISTS + (reigning.isPresent() ? 1 : 0));
  }

  private FinalsDecision finals(
      RunWorkers crew,
      Journal journal,
      List<Candidate> entered,
      ProgramIdentity identity,
      Optional<Configuration> reigning)
      throws InterruptedException {
    if (journal.evaluation(plan.kernel().defaultConfiguration()).isEmpty()) {
      throw new EnvironmentException(
          "The budget was spent before the default was measured. Give more: evo run --resume %s --wall 3m"
              .formatted(plan.runId()));
    }
    var round =
        new FinalRound(
            crew::compile,
            (entrants, settings) -> held(crew, entrants, settings),
            identity,
            plan.objective(),
            plan.acceptance(),
            new TieBreak(
                plan.kernel().defaultConfiguration(), plan.kernel().parameters(), reigning),
            plan.stream("finals"));
    Duration each = plan.budget().finalsReserve().dividedBy(plan.shapes().size());
    FinalsSettings usual = FinalsSettings.withSeed(plan.stream("order").nextLong());
    var settings =
        new FinalsSettings(
            usual.rounds(),
            usual.minRounds(),
            usual.sample(),
            each.compareTo(usual.atMost()) < 0 ? each : usual.atMost(),
            usual.seed(),
            plan.sampling().energy());
    return round.hold(entered, plan.kernel().defaultConfiguration(), settings);
  }

  /** Baselines are written down at once: they decide nothing that could fail first. */
  private List<Outcome> held(RunWorkers crew, List<Finalist> entrants, FinalsSettings settings)
      throws InterruptedException {
    FinalsResult result = crew.finals(entrants, settings);
    var sitting =
        new BaselineSession(
            plan.kernel().name(),
            plan.backend().name(),
            plan.device(),
            Host.name(),
            plan.evoVersion(),
            clock.instant());
    store.recordBaselines(
        plan.runId(), sitting, RunDescription.workloads(plan, crew), result.baselines());
    return result.outcomes();
  }

  private RunListener recording(RunListener listener, RunClock time) {
    return new RunListener() {
      @Override
      public void evaluated(Evaluation evaluation, Progress progress) {
        TimeBudget budget = time.timesheet().soFar();
        store.spent(plan.runId(), time.stopwatch().spent(), budget);
        listener.spent(budget);
        listener.evaluated(evaluation, progress);
      }

      @Override
      public void queued(int forCompiler, int forDevice) {
        listener.queued(forCompiler, forDevice);
      }
    };
  }
}
