package dev.evokernel.run;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.FinalRound;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.finals.LeaderboardChampion;
import dev.evokernel.finals.TieBreak;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings.Sanitizing;
import dev.evokernel.store.BaselineSession;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Exclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunWorkers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stages of one session of a run, on workers that stand ready. */
final class RunSession {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final SessionLog log;
  private final Optional<RunHistory> earlier;
  private final SearchSpace space;
  private final ProgramIdentity identity;
  private final CandidateRegistry registry;
  private final Journal journal;
  private final EvaluationStep device;
  private final Optional<DriftMonitor> drift;
  private final CandidateEvaluator evaluator;
  private List<InitialConfiguration> initial = List.of();
  private Optional<Configuration> champion = Optional.empty();
  private FinalistSelection.@Nullable Seats seats;

  RunSession(
      RunSpec spec,
      ResultStore store,
      RunWorkers workers,
      SessionLog log,
      Optional<RunHistory> earlier) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.log = log;
    this.earlier = earlier;
    this.space = workers.space();
    List<Candidate> known = earlier.map(RunHistory::candidates).orElse(List.of());
    this.identity = ProgramIdentity.in(spec.kernel(), spec.shapes(), workers.limits());
    this.registry = new CandidateRegistry(known);
    this.journal = new Journal(store, spec.id(), identity, registry);
    var watch = new DeviceWatch(spec, store, workers, journal, log);
    switch (spec.platform()) {
      case Hardware _ -> {
        this.device = watch.guard(known);
        this.drift = watch.drift(device, earlier);
      }
      case Recording _ -> {
        this.device = workers;
        this.drift = Optional.empty();
      }
    }
    this.evaluator =
        new CandidateEvaluator(spec, device, registry, journal, log.time(), drift, log);
  }

  /** Settles the initial configurations; the run is in the store from here on. */
  void settleInitialConfigurations() {
    List<StoredInitialConfiguration> settled =
        new SeedResolver(spec, store).settle(space, workers.limits(), earlier);
    initial = InitialDesign.generation(spec.kernel().defaultConfiguration(), settled);
    log.record(RunDescription.of(spec, workers, log.time().clock().instant()), settled);
    log.started();
  }

  /**
   * Searches until the budget is spent or the space is exhausted.
   *
   * @return false if the run was stopped
   */
  boolean search(SearchStrategy strategy) throws InterruptedException {
    log.began(
        "searching %s valid configurations of %s".formatted(space.count(), spec.kernel().name()));
    switch (spec.platform()) {
      case Hardware _ -> {
        if (!workers.peaks().known()) {
          log.began(
              "note: Peak throughput of this device is unknown; the faster-than-hardware check is"
                  + " off.");
        }
        new CacheRoom(spec.kernel(), workers.limits()).note(spec.shapes()).ifPresent(log::began);
      }
      case Recording _ -> {}
    }
    workers
        .weaknesses()
        .forEach(weakness -> log.began("warning: the correctness gate is weak: " + weakness));
    try (var pipeline =
            Pipeline.start(
                spec, workers, workers.compilerCount(), registry, evaluator, log.time(), log);
        var states =
            new SearchStateFile(
                spec.folder(), spec.search().settings(), space, initial, registry, log::began)) {
      strategy.explore(space, initial, new ResumableEvaluator(pipeline, states));
      return !pipeline.isInterrupted();
    }
  }

  /**
   * Evaluates the leaderboard's champion, holds the last drift check, and selects and compiles the
   * finalists.
   */
  void qualify() throws InterruptedException {
    if (evaluator.defaultMeasured().isEmpty()) {
      throw new EnvironmentException(
          "The budget was spent before the default was measured. Resume with a larger one: evo run --resume %s --wall 3m"
              .formatted(spec.id()));
    }
    log.began("measuring the finalists against the default");
    long began = log.time().nanos();
    evaluateChampion();
    if (drift.isPresent()) {
      drift.get().finish(FinalistSelection.FINALISTS);
    }
    seats =
        new FinalistSelection(
                workers,
                examinations(),
                identity,
                spec.objective(),
                spec.kernel().defaultConfiguration(),
                champion,
                log.time().clock(),
                this::exclude)
            .select(
                registry.measured(), store.history(spec.id()).flags(), FinalistSelection.FINALISTS);
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
  }

  private void exclude(Exclusion exclusion) {
    store.exclude(spec.id(), exclusion);
    Rejected why = exclusion.why();
    log.began(
        "note: candidate %d is excluded: %s%s. %s"
            .formatted(
                exclusion.candidate(),
                why.reason().label(),
                why.shape().isEmpty() ? "" : " on shape '" + why.shape() + "'",
                why.message()));
  }

  /** A recording has no device on which the leaderboard's champion could be measured. */
  private void evaluateChampion() throws InterruptedException {
    champion =
        switch (spec.platform()) {
          case Hardware _ -> LeaderboardChampion.of(spec, store, space);
          case Recording _ -> Optional.empty();
        };
    if (champion.isPresent() && registry.evaluation(champion.get()).isEmpty()) {
      var candidate = registry.appended(champion.get(), LeaderboardChampion.ORIGIN);
      evaluator.evaluate(candidate, workers.compile(champion.get()));
    }
  }

  private List<Examination> examinations() {
    var examinations = new ArrayList<Examination>(List.of(device::examine));
    if (spec.evaluation().verification().sanitizer() == Sanitizing.FINALISTS) {
      workers.sanitizer().ifPresent(sanitizer -> examinations.add(sanitizer::examine));
    }
    return examinations;
  }

  /** A sanitizer that does not work costs the champion nothing. */
  private Optional<Rejected> sanitized(BuiltFinalist champion) throws InterruptedException {
    if (spec.evaluation().verification().sanitizer() != Sanitizing.CHAMPION
        || workers.sanitizer().isEmpty()) {
      return Optional.empty();
    }
    log.began("running the champion under a sanitizer");
    try {
      return workers
          .sanitizer()
          .get()
          .examine(champion.candidate().configuration(), champion.binary());
    } catch (EnvironmentException e) {
      log.began("note: the champion was not run under a sanitizer: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Holds the finals and records the decision; after the reserve no successor enters. */
  void holdFinals() throws InterruptedException {
    long began = log.time().nanos();
    long reserve = spec.budget().finalsReserve(spec.acceptance().baselines().size()).toNanos();
    var round =
        new FinalRound(
            this::measured,
            this::sanitized,
            spec.objective(),
            spec.acceptance().rule(),
            new TieBreak(
                spec.kernel().defaultConfiguration(), spec.kernel().parameters(), champion),
            spec.stream("finals"));
    store.recordFinals(
        spec.id(),
        round.hold(
            Objects.requireNonNull(seats, "The finalists were not selected."),
            spec.kernel().defaultConfiguration(),
            finalsSettings(),
            () -> log.time().nanos() - began < reserve));
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
  }

  private FinalsSettings finalsSettings() {
    Duration each = spec.budget().finalsReserve().dividedBy(spec.shapes().size());
    FinalsSettings usual = FinalsSettings.withSeed(spec.stream("order").nextLong());
    return new FinalsSettings(
        spec.acceptance().rounds(),
        Math.min(usual.minRounds(), spec.acceptance().rounds()),
        usual.sample(),
        each.compareTo(usual.atMost()) < 0 ? each : usual.atMost(),
        usual.seed(),
        spec.evaluation().sampling().sample().energy());
  }

  /** Records the baselines at once, so that they are kept if the decision fails. */
  private List<Outcome> measured(
      List<Finalist> entered, FinalsSettings settings, FinalistSuccession succession)
      throws InterruptedException {
    FinalsResult result = workers.finals(entered, settings, succession);
    var session =
        new BaselineSession(
            spec.kernel().name(),
            spec.backend().name(),
            spec.device(),
            Host.name(),
            spec.origin().evoVersion(),
            log.time().clock().instant());
    store.recordBaselines(
        spec.id(), session, RunDescription.workloads(spec, workers), result.baselines());
    return result.outcomes();
  }
}
