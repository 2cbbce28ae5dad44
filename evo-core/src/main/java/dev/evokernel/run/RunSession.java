package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.DecisionRule;
import dev.evokernel.finals.FinalRound;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.finals.LeaderboardChampion;
import dev.evokernel.finals.PortfolioSelection;
import dev.evokernel.finals.TieBreak;
import dev.evokernel.health.QuietWait;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.run.device.DeviceExaminations;
import dev.evokernel.run.device.DeviceGroup;
import dev.evokernel.run.device.RunDevices;
import dev.evokernel.run.evaluation.Contenders;
import dev.evokernel.run.evaluation.GateWeaknesses;
import dev.evokernel.run.evaluation.KernelNotes;
import dev.evokernel.run.evaluation.MeasuringDevice;
import dev.evokernel.run.evaluation.MigrantExchange;
import dev.evokernel.run.evaluation.RunDescription;
import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.run.evaluation.SearchStrategy;
import dev.evokernel.run.evaluation.SessionLog;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.run.finals.ChampionSanitizer;
import dev.evokernel.run.finals.FinalsAdvice;
import dev.evokernel.run.finals.FinalsDevices;
import dev.evokernel.run.finals.MissingTimes;
import dev.evokernel.run.finals.OpenAhead;
import dev.evokernel.run.finals.RunFinals;
import dev.evokernel.run.listen.FinalsState;
import dev.evokernel.run.record.CandidateDetails;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.run.record.Endings;
import dev.evokernel.run.record.SearchStateFile;
import dev.evokernel.run.record.Trials;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchStates;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.store.run.DeviceActivity;
import dev.evokernel.store.run.RunEnding;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunWorkers;
import org.jspecify.annotations.Nullable;

/** The stages of one session of a run, on workers that are ready. */
final class RunSession {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final SessionLog log;
  private final Optional<RunHistory> earlier;
  private final SearchSpace space;
  private final ProgramIdentity identity;
  private final CandidateRegistry registry;
  private final RunFindings findings;
  private final ChampionSanitizer sanitizer;
  private final GateWeaknesses weaknesses;
  private final RunDevices joining;
  private final DeviceGroup devices;
  private final TimeLeft left;
  private final OpenAhead ahead;
  private final Optional<Configuration> champion;
  private final SeedResolver.Settled settled;
  private final List<InitialConfiguration> initial;
  private FinalistSelection.@Nullable Seats seats;
  private boolean exhausted;

  RunSession(
      RunSpec spec,
      ResultStore store,
      RunWorkers workers,
      SessionLog log,
      Optional<RunHistory> earlier,
      SeedResolver.Settled settled) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.log = log;
    this.earlier = earlier;
    this.settled = settled;
    this.initial =
        InitialDesign.generation(spec.kernel().defaultConfiguration(), settled.initial());
    this.space = settled.priors().space();
    this.identity = ProgramIdentity.in(spec.kernel(), spec.shapes(), workers.primary().limits());
    this.registry =
        CandidateRegistry.of(
            earlier, CandidateDetails.in(store, spec.id(), spec.kernel().defaultConfiguration()));
    this.findings =
        new RunFindings(
            identity,
            registry,
            spec.search()
                .portfolio()
                .map(
                    _ ->
                        new RunFindings.BestOfShapes(
                            spec.kernel().defaultConfiguration(), spec.objective())));
    earlier.ifPresent(history -> findings.learn(history, store.fastest(spec.id())));
    this.weaknesses =
        new GateWeaknesses(
            () -> workers.devices().stream().flatMap(device -> device.weaknesses().stream()),
            log::began);
    this.sanitizer = new ChampionSanitizer(spec, workers.sanitizer(), log::began);
    var planner = new FinalsPlanner(spec, workers.primary().opening(), sanitizer.usual());
    earlier.ifPresent(planner::knows);
    this.left = TimeLeft.of(spec, log.time().stopwatch(), planner, log::began);
    this.joining =
        new RunDevices(
            spec,
            store,
            workers,
            findings,
            log,
            left,
            new ArrayList<>(earlier.map(RunHistory::devices).orElse(List.of())));
    this.devices = joining.prepare(earlier);
    planner.heldOn(devices::count);
    this.ahead = new OpenAhead(spec, workers, left);
    this.champion =
        switch (spec.platform()) {
          case Hardware _ -> LeaderboardChampion.of(spec, store, space);
          case Recording _ ->
              Optional.empty(); // No device is left on which the candidate could be measured.
        };
    if (champion
        .filter(configuration -> registry.evaluation(configuration).isEmpty())
        .isPresent()) {
      planner.expectChampion();
    }
  }

  /** Records the initial configurations. The run is in the store from here on. */
  void recordInitialConfigurations() {
    log.record(
        RunDescription.of(
            spec, workers, !settled.priors().priors().isEmpty(), log.time().clock().instant()),
        settled.initial());
    devices.record();
    List<String> all = spec.shapes().stream().map(Shape::name).toList();
    workers.recorded(
        (configuration, shapes) ->
            registry.isOnRecord(configuration, shapes.isEmpty() ? all : shapes));
    earlier.ifPresent(
        RunHistory::release); // The registry now has all that is needed of the history.
    log.started();
  }

  /**
   * Searches until the budget is spent or the space is exhausted.
   *
   * @return the reason for the end, for example that the run was stopped
   */
  RunEnding search(SearchStrategy strategy, Optional<MigrantExchange> exchange)
      throws InterruptedException {
    log.began(
        "searching %s valid configurations of %s".formatted(space.count(), spec.kernel().name()));
    switch (spec.platform()) {
      case Hardware _ -> {
        if (!workers.primary().peaks().known()) {
          log.began(
              "note: Peak throughput of this device is unknown; the faster-than-hardware check is"
                  + " off.");
        }
        var notes = new KernelNotes(spec.kernel());
        notes.cacheRoom(workers.primary().limits(), spec.shapes()).ifPresent(log::began);
        notes.compilerFlags().ifPresent(log::began);
        notes.units().ifPresent(log::began);
      }
      case Recording _ -> {}
    }
    weaknesses.tell();
    try (var states = SearchStateFile.of(spec, space, initial, registry, log::began);
        var pipeline =
            new Pipeline(
                spec,
                context(states, exchange),
                workers,
                workers.compilerCount(),
                registry,
                store.events(spec.id()),
                devices,
                log.time(),
                left,
                log)) {
      pipeline.takeIn(joining, devices);
      Configuration theDefault = spec.kernel().defaultConfiguration();
      if (theDefault.isByShape()) { // Not in the space, and every objective is relative to it.
        pipeline.begin(pipeline.context().proposal(theDefault, 0, "default")).trial();
      }
      Ending ending = strategy.explore(space, initial, pipeline);
      exhausted = ending == Ending.SPACE_EXHAUSTED;
      weaknesses.tell();
      return pipeline.isInterrupted()
          ? Endings.STOPPED
          : Endings.of(ending, spec, registry.attempted(), pipeline.hasSpentEvaluations());
    }
  }

  private SearchContext context(SearchStates states, Optional<MigrantExchange> exchange) {
    settled.notes().forEach(log::began);
    return new SearchContext(
        registry,
        Trials.outputs(spec, workers.primary().limits(), settled.related()),
        spec.shapes().stream().map(Shape::name).toList(),
        states,
        RunMigration.of(exchange, spec, store, space, registry));
  }

  /** Returns the number of candidates attempted so far. */
  int candidates() {
    return registry.attempted();
  }

  /**
   * @throws EnvironmentException if the budget was spent before the default was measured
   */
  void requireDefault() {
    if (devices.evaluator().defaultMeasured().isEmpty()) {
      throw new EnvironmentException(
          "Not decided: the budget was spent before the default was measured. Resume with a larger one: %s"
              .formatted(FinalsAdvice.resume(spec, Duration.ofMinutes(3))),
          true);
    }
  }

  /**
   * Evaluates the leaderboard's champion and holds the last drift check. Then selects and compiles
   * as many finalists as can be measured in the remaining time.
   *
   * @return why there are no finals; empty if there are
   */
  Optional<String> qualify() throws InterruptedException {
    if (!left.isEnoughForFinals()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "they need at least %.1f s, %.1f s were left",
              seconds(left.leastFinals()),
              Math.max(0, seconds(left.ofAll()))));
    }
    log.began("measuring the finalists against the default");
    long began = log.time().nanos();
    evaluateChampion();
    boolean leisurely = left.isEnoughForAnother(FinalistSelection.FINALISTS);
    devices.finishDriftChecks(leisurely ? FinalistSelection.FINALISTS : 0);
    Measured theDefault = devices.evaluator().defaultMeasured().orElseThrow();
    fillMissingTimes(theDefault);
    FlaggedCandidates flags = store.flags(spec.id());
    Optional<PortfolioSelection> portfolio = PortfolioSelection.of(spec);
    List<Candidate> entitled =
        portfolio
            .map(
                selected ->
                    selected.entitled(
                        registry.all(), flags, theDefault, FinalistSelection.FINALISTS))
            .orElse(List.of());
    var selection =
        new FinalistSelection(
            workers,
            examinations(),
            identity,
            spec.objective(),
            spec.kernel().defaultConfiguration(),
            champion,
            log.time().clock(),
            this::exclude);
    List<Candidate> contenders = contenders(flags, theDefault);
    int places = PortfolioSelection.places(entitled);
    ahead.beside(
        () -> seats = selection.select(contenders, entitled, flags, places, this::mayEnter));
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
    return Optional.empty();
  }

  private List<Candidate> contenders(FlaggedCandidates flags, Measured theDefault) {
    var besides = new HashSet<>(List.of(spec.kernel().defaultConfiguration()));
    champion.ifPresent(besides::add);
    var contenders = new Contenders(registry, identity, flags);
    return spec.objective().hasFront()
        ? contenders.choose(besides, spec.objective(), theDefault)
        : contenders.choose(besides);
  }

  /**
   * Times candidates on missing shapes, for at most a tenth of the time that is left for the
   * finals.
   */
  private void fillMissingTimes(Measured theDefault) throws InterruptedException {
    Duration until = left.ofAll().minus(left.ofFinals().dividedBy(10));
    new MissingTimes(
            spec,
            workers,
            devices.primary().step(),
            store,
            findings,
            theDefault,
            log.time(),
            this::exclude)
        .fill(
            PortfolioSelection.of(spec)
                .map(
                    selected ->
                        selected.incomplete(registry.all(), store.flags(spec.id()), theDefault))
                .orElse(List.of()),
            () ->
                left.ofAll().compareTo(until) > 0
                    && left.isEnoughForAnother(FinalistSelection.FINALISTS));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  /**
   * Checks whether there is time for one more finalist. One finalist besides the default is always
   * verified.
   *
   * @param entered the number of finalists, the default included
   */
  private boolean mayEnter(int entered) {
    log.finals(
        new FinalsState(entered, FinalsProcess.ONLY, Optional.empty()),
        findings.progress(log.time().stopwatch(), spec.budget()));
    return entered < 2 || left.isEnoughForAnother(entered - 1);
  }

  private void exclude(Exclusion exclusion) {
    store.events(spec.id()).exclude(exclusion);
    Rejected why = exclusion.why();
    log.began(
        "note: candidate %d is excluded: %s. %s"
            .formatted(exclusion.candidate(), Candidate.reasonOf(why), why.message()));
  }

  private void evaluateChampion() throws InterruptedException {
    if (champion.isPresent() && registry.evaluation(champion.get()).isEmpty()) {
      var candidate = registry.appended(champion.get(), LeaderboardChampion.ORIGIN);
      devices.evaluator().evaluate(candidate, workers.compile(champion.get()));
    }
  }

  private List<Examination> examinations() {
    List<EvaluationStep> steps =
        devices.present().keySet().stream().map(MeasuringDevice::step).toList();
    var examinations =
        new ArrayList<Examination>(
            List.of(new DeviceExaminations(steps, findings.examined()::contains, log::began)));
    sanitizer.ofFinalists().ifPresent(examinations::add);
    return examinations;
  }

  /** Holds the finals and records the decision. A successor enters only if there is time for it. */
  void holdFinals() throws InterruptedException {
    long began = log.time().nanos();
    var finalists = Objects.requireNonNull(seats, "The finalists were not selected.");
    var finals = new RunFinals(spec, store, workers, findings, log, left);
    var finalsDevices = FinalsDevices.of(spec, workers, devices, finals::of, log::began);
    new QuietWait(() -> MachineLoad.disturbing(spec.backend()), log.time()::nanos, log::began)
        .atMost(left.forQuiet());
    var round =
        new FinalRound(
            finalsDevices,
            champion -> sanitizer.check(champion, left::ofAll),
            new DecisionRule(
                spec.objective(),
                spec.acceptance().rule(),
                spec.search().portfolio(),
                new TieBreak(
                    spec.kernel().defaultConfiguration(), spec.kernel().parameters(), champion)),
            spec.stream("finals"));
    FinalsDecision decision =
        round.hold(
            finalists,
            spec.kernel().defaultConfiguration(),
            finals.settings(),
            left.schedule(0),
            () -> left.isEnoughForAnother(finalists.finalists().size() - 1),
            exhausted);
    store.recordFinals(
        spec.id(),
        weaknesses.in(
            finalsDevices.confirmed(
                new FinalsAdvice(spec, left).on(decision, sanitizer.unchecked()))));
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
  }
}
