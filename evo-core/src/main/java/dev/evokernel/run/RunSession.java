package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.LeaderboardChampion;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchContext.Migration;
import dev.evokernel.search.SearchContext.SearchStates;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.seeding.InitialDesign;
import dev.evokernel.seeding.SeedResolver;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.RunWorkers;

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
  private final GateWeaknesses weaknesses;
  private final RunDevices joining;
  private final DeviceGroup devices;
  private final TimePlan plan;
  private final Instalments instalments;
  private final SeedResolver.Settled settled;
  private final List<InitialConfiguration> initial;
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
        CandidateRegistry.of(earlier, store, spec.id(), spec.kernel().defaultConfiguration());
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
    earlier.ifPresent(history -> findings.learn(history.outlines()));
    this.weaknesses =
        new GateWeaknesses(
            () -> workers.devices().stream().flatMap(device -> device.weaknesses().stream()),
            log::began);
    this.plan =
        new TimePlan(
            spec,
            log.time().stopwatch(),
            workers.primary().opening(),
            new ChampionSanitizer(spec, workers.sanitizer(), log::began).usual());
    earlier.ifPresent(plan::knows);
    this.joining =
        new RunDevices(
            spec,
            store,
            workers,
            findings,
            log,
            plan,
            new ArrayList<>(earlier.map(RunHistory::devices).orElse(List.of())));
    this.devices = joining.prepare(earlier);
    Optional<Configuration> champion =
        spec.isReplay() // No device is left on which the candidate could be measured.
            ? Optional.empty()
            : LeaderboardChampion.of(spec, store, space);
    this.instalments =
        new Instalments(
            spec,
            store,
            workers,
            findings,
            log,
            plan,
            devices,
            identity,
            champion,
            weaknesses,
            earlier);
  }

  /** Records the initial configurations. The run is in the store from here on. */
  void recordInitialConfigurations() {
    log.record(
        RunDescription.of(
            spec, workers, !settled.priors().priors().isEmpty(), log.time().clock().instant()),
        settled.initial());
    devices.record();
    earlier.ifPresent(
        RunHistory::release); // The registry now has all that is needed of the history.
    log.started();
  }

  /** Searches until the budget is spent or the space is exhausted, and returns the reason. */
  RunEnding search(SearchStrategy strategy, Optional<MigrantExchange> exchange)
      throws InterruptedException {
    log.began(
        "searching %s valid configurations of %s".formatted(space.count(), spec.kernel().name()));
    if (!spec.isReplay()) {
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
                plan,
                instalments,
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
        exchange
            .map(others -> others.join(spec, store.events(spec.id()), space, registry))
            .orElse(Migration.NONE));
  }

  int candidates() {
    return registry.attempted();
  }

  /** Holds the processes of the finals after the search. Returns why there are none. */
  Optional<String> conclude() throws InterruptedException {
    if (devices.evaluator().defaultMeasured().isEmpty()) {
      throw new EnvironmentException(
          "Not decided: the budget was spent before the default was measured. Resume with a larger one: %s"
              .formatted(Instalments.resume(spec, Duration.ofMinutes(3))),
          true);
    }
    return instalments.conclude(exhausted);
  }
}
