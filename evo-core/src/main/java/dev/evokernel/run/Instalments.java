package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.Confirmation;
import dev.evokernel.finals.DecisionRule;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.finals.LeaderboardChampion;
import dev.evokernel.finals.PortfolioSelection;
import dev.evokernel.finals.TieBreak;
import dev.evokernel.health.QuietWait;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredBaseline.BaselineSession;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.worker.FinalsLoop;
import dev.evokernel.worker.LostToFinalistException;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * The processes of a run's finals: one after another while the search goes on, on its devices in
 * turn, and side by side after it. Every process is followed by a decision, which is recorded, so
 * that a run has a verdict at any time.
 *
 * <p>A finalist that has cost the number of devices permitted in the search is seated no more. If a
 * host was lost with several finalists, each of them is measured with the default alone.
 */
public final class Instalments implements DeviceLoop.Pause {

  /** The most newcomers of a process after the first. */
  private static final int NEWCOMERS = 3;

  /** Finalists of a process, the default among them, for which there is always time. */
  private static final int LEAST_FINALISTS = 3;

  /** The most processes that fail on this machine before the search pauses for no other. */
  private static final int FAILURES = 2;

  /** Confirming processes after which a verdict waits for the end of the search. */
  private static final int LEAST_CONFIRMATIONS = 3;

  /** Processes in which a finalist takes part, as a rule: they share the rounds. */
  private static final int VISITS = 3;

  /** The longest wait for a quiet machine. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  /** Memory of a GPU that a process needs besides its buffers. */
  private static final long CONTEXT_BYTES = 1L << 30;

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final RunFindings findings;
  private final SessionLog log;
  private final TimePlan plan;
  private final DeviceGroup devices;
  private final ProgramIdentity identity;
  private final Optional<Configuration> champion;
  private final GateWeaknesses weaknesses;
  private final ChampionSanitizer sanitizer;
  private final Confirmation confirmation;
  private final Lock one = new ReentrantLock();
  private final Set<Configuration> passed = ConcurrentHashMap.newKeySet();

  private final Set<Integer> out = ConcurrentHashMap.newKeySet();

  private final Map<Configuration, List<String>> lost = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();

  private final Set<String> failing = ConcurrentHashMap.newKeySet();

  private boolean exhausted;

  /** Whether most batches of the latest process were retaken, so that waiting is in vain. */
  private volatile boolean isBusy;

  /** Key under which the best candidate was found. */
  private record Standing(OptionalDouble objective, int excluded) {}

  private Standing standing = new Standing(OptionalDouble.empty(), 0);
  private Optional<Candidate> best = Optional.empty();

  /** Finalists of a process, the default first. */
  private record Seating(int process, List<BuiltFinalist> finalists) {}

  /**
   * @param champion of the leaderboard
   * @param earlier sessions, whose processes count
   */
  public Instalments(
      RunSpec spec,
      ResultStore store,
      RunWorkers workers,
      RunFindings findings,
      SessionLog log,
      TimePlan plan,
      DeviceGroup devices,
      ProgramIdentity identity,
      Optional<Configuration> champion,
      GateWeaknesses weaknesses,
      Optional<RunHistory> earlier) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.findings = findings;
    this.log = log;
    this.plan = plan;
    this.devices = devices;
    this.identity = identity;
    this.champion = champion;
    this.weaknesses = weaknesses;
    this.confirmation =
        new Confirmation(
            new DecisionRule(
                spec.objective(),
                spec.acceptance().rule(),
                spec.search().portfolio(),
                new TieBreak(
                    spec.kernel().defaultConfiguration(), spec.kernel().parameters(), champion)),
            spec.kernel().defaultConfiguration(),
            spec.acceptance().processes(),
            (candidate, why) ->
                exclude(new Exclusion(candidate.number(), why, log.time().clock().instant())));
    earlier
        .map(RunHistory::flags)
        .ifPresent(flags -> flags.exclusions().forEach(one -> out.add(one.candidate())));
    earlier
        .flatMap(RunHistory::finals)
        .ifPresent(
            before ->
                confirmation.restore(
                    before,
                    number ->
                        out.contains(number)
                            ? Optional.empty()
                            : findings.registry().candidate(number)));
    this.sanitizer = new ChampionSanitizer(spec, workers.sanitizer(), log::began);
    plan.after(this::wanted);
  }

  /**
   * Counts the processes that the best candidate needs after the search: three if it took part in
   * none, two if it was confirmed at most once, and otherwise one more, or none.
   */
  private int wanted() {
    if (!isWorthwhile()) {
      return 0;
    }
    if (isLeaderNew()) {
      return 1 + AcceptanceRule.PROCESSES;
    }
    return Math.clamp(LEAST_CONFIRMATIONS - confirmation.confirmations(), 1, 2);
  }

  private boolean isLeaderNew() {
    return best().filter(candidate -> !confirmation.has(candidate)).isPresent();
  }

  /**
   * The best candidate of the search that is not excluded. The plan asks before each evaluation, so
   * the candidates are looked through only after one of them became the best or was excluded.
   */
  private synchronized Optional<Candidate> best() {
    var now = new Standing(findings.best(), out.size());
    if (!now.equals(standing)) {
      CandidateRegistry registry = findings.registry();
      standing = now;
      best =
          Arrays.stream(registry.withObjective())
              .boxed()
              .filter(number -> !out.contains(number))
              .min(
                  Comparator.comparingDouble(
                      (Integer number) -> registry.objective(number).orElse(Double.MAX_VALUE)))
              .flatMap(number -> registry.candidate(number));
    }
    return best;
  }

  /**
   * Opens a process ahead on a GPU, while the first candidate compiles: the programs of baselines
   * load beside the search, which costs the device nothing.
   */
  @Override
  public void before(MeasuringDevice device) throws InterruptedException {
    if (!spec.isReplay()
        && spec.budget().hasWall()
        && !spec.backend().compilingDisturbsTiming()
        && device.name().equals(workers.primary().name())
        && workers.primary().opensAhead()
        && confirmation.processes() == 0
        && !spec.acceptance().baselines().isEmpty()
        && fits()) {
      workers.primary().openAhead(1);
    }
  }

  /** Whether a second process fits half of the device's memory. */
  private boolean fits() {
    long buffers = new KernelNotes(spec.kernel()).processBytes(spec.shapes());
    return workers.primary().limits().value(Limit.MEMORY) / 2 >= CONTEXT_BYTES + buffers;
  }

  /**
   * Holds the process that is due if it is this device's turn. Called between evaluations, when
   * nothing else is timed on the device.
   */
  @Override
  public void holdIfDue(MeasuringDevice device, CandidateEvaluator evaluator)
      throws InterruptedException {
    if (plan.untilProcess().isPositive()
        || failures.get() >= FAILURES
        || !isTurnOf(device)
        || !one.tryLock()) {
      return;
    }
    try {
      if (!plan.untilProcess().isPositive()) {
        plan.pass();
        if (plan.fits() && confirmation.mayGoOn() && isWorthwhile()) {
          hold(device, evaluator);
        }
      }
    } catch (EnvironmentException e) {
      failures.incrementAndGet();
      log.began("warning: a process of the finals failed; the search goes on: " + e.message());
    } finally {
      one.unlock();
    }
  }

  private boolean isTurnOf(MeasuringDevice device) {
    return turn(confirmation.processes() + 1, able()).equals(device);
  }

  private static MeasuringDevice turn(int process, List<MeasuringDevice> devices) {
    return devices.get((process - 1) % devices.size());
  }

  /** The devices on which no process failed; without any, all. */
  private List<MeasuringDevice> able() {
    List<MeasuringDevice> present = List.copyOf(devices.present().keySet());
    List<MeasuringDevice> able =
        present.stream().filter(device -> !failing.contains(device.name())).toList();
    return able.isEmpty() ? present : able;
  }

  /** Whether another process would change something: not once a verdict was confirmed often. */
  private boolean isWorthwhile() {
    return isLeaderNew()
        || confirmation.decision().filter(so -> so.verdict().accepted()).isEmpty()
        || confirmation.confirmations() < LEAST_CONFIRMATIONS;
  }

  private void hold(MeasuringDevice device, CandidateEvaluator evaluator)
      throws InterruptedException {
    long began = log.time().nanos();
    int number = confirmation.processes() + 1;
    List<BuiltFinalist> finalists = select(evaluator, List.of(device.step()), number);
    if (finalists.size() > 1) {
      var seating = new Seating(number, alone(finalists));
      measured(seating, runDevice(device.name()), began);
      record();
      confirmation
          .decision()
          .filter(so -> so.processes() >= AcceptanceRule.PROCESSES)
          .ifPresent(so -> log.began("verdict so far: " + text(so)));
    }
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
  }

  /** Formats a decision, for example {@code 1.380× the default (1.350 to 1.410, 3 processes)}. */
  private String text(FinalsDecision so) {
    if (!so.verdict().accepted()) {
      return switch (so.verdict().decision()) {
        case UNDECIDED -> "not decided, %d processes".formatted(so.processes());
        default -> "the default stays, %d processes".formatted(so.processes());
      };
    }
    return String.format(
        Locale.ROOT,
        "%.3f× the default (%.3f to %.3f, %d processes)",
        speedUp(so, SpeedUp::ratio),
        speedUp(so, SpeedUp::low),
        speedUp(so, SpeedUp::high),
        so.processes());
  }

  private double speedUp(FinalsDecision so, ToDoubleFunction<SpeedUp> figure) {
    var times = new LinkedHashMap<String, Double>();
    for (Shape shape : spec.shapes()) {
      int server =
          so.portfolio()
              .map(sets -> Objects.requireNonNull(sets.dispatched().get(shape.name())))
              .orElseGet(() -> so.candidate(Role.CHAMPION).orElseThrow());
      times.put(
          shape.name(),
          so.result(server, shape.name())
              .flatMap(FinalistMeasurement::speedUp)
              .map(ratio -> 1 / figure.applyAsDouble(ratio))
              .orElse(1.0));
    }
    return 1 / spec.objective().over().combine(times);
  }

  private RunDevice runDevice(String name) {
    return workers.devices().stream()
        .filter(device -> device.name().equals(name))
        .reduce((_, later) -> later) // Of two with one name, the later is the restarted one.
        .orElseThrow(() -> new EnvironmentException("Device %s is gone.".formatted(name)));
  }

  /**
   * Holds the processes after the search, as many as there is time for.
   *
   * @param exhausted whether the search tried every configuration
   * @return why there are no finals; empty if there are
   */
  public Optional<String> conclude(boolean exhausted) throws InterruptedException {
    this.exhausted = exhausted;
    if (!plan.fits() && confirmation.processes() == 0) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "they need at least %.1f s, %.1f s were left",
              seconds(plan.leastFinals()),
              Math.max(0, seconds(plan.ofAll()))));
    }
    log.began("measuring the finalists against the default");
    long began = log.time().nanos();
    evaluateChampion();
    devices.finishDriftChecks(confirmation.processes() == 0 ? FinalistSelection.FINALISTS : 0);
    fillMissingTimes();
    new QuietWait(() -> MachineLoad.disturbing(spec.backend()), log.time()::nanos, log::began)
        .atMost(forQuiet());
    boolean recorded = false;
    try {
      while (isWorthwhile() && confirmation.mayGoOn() && plan.fits() && wave()) {
        record();
        recorded = true;
      }
    } catch (InterruptedException e) {
      if (confirmation.decision().isEmpty() || plan.ofAll().isPositive()) {
        throw e;
      }
    }
    if (!recorded) { // The search has ended, which the reasons of the decision depend on.
      record();
    }
    log.time().timesheet().device(DeviceActivity.FINALS, log.time().nanos() - began);
    return Optional.empty();
  }

  /** Holds one process on each device. Returns false if nothing was measured. */
  private boolean wave() throws InterruptedException {
    long began = log.time().nanos();
    List<MeasuringDevice> present = able();
    int first = confirmation.processes() + 1;
    int count = Math.min(present.size(), spec.acceptance().processes() - first + 1);
    List<BuiltFinalist> finalists =
        select(devices.evaluator(), present.stream().map(MeasuringDevice::step).toList(), first);
    if (finalists.isEmpty()
        || (finalists.size() == 1 && confirmation.processes() > 0 && !isOnlyDefault())) {
      return false;
    }
    List<BuiltFinalist> alone = alone(finalists);
    List<BuiltFinalist> others =
        finalists.stream().filter(finalist -> cost(finalist).isEmpty()).toList();
    var tasks = new ArrayList<Callable<Optional<EnvironmentException>>>();
    for (int i = 0; i < (others.size() > 1 ? count : 1); i++) {
      var seating = new Seating(first + i, i == 0 ? alone : others);
      MeasuringDevice device = turn(first + i, present);
      tasks.add(
          () -> {
            try {
              measured(seating, runDevice(device.name()), began);
              return Optional.empty();
            } catch (EnvironmentException e) {
              return Optional.of(e);
            }
          });
    }
    List<EnvironmentException> failed =
        Concurrently.all(tasks).stream().flatMap(Optional::stream).toList();
    for (EnvironmentException why : failed) {
      if (failed.size() == tasks.size()
          && failures.incrementAndGet() >= FAILURES
          && failing.contains(able().getFirst().name())) {
        throw why;
      }
      log.began("warning: a process of the finals failed: " + why.message());
    }
    return finalists.size() > 1;
  }

  private boolean isOnlyDefault() {
    return confirmation.decision().filter(so -> !so.results().isEmpty()).isEmpty();
  }

  private Duration forQuiet() {
    Duration spare = plan.ofAll().minus(plan.leastFinals().multipliedBy(wanted()));
    return !spec.isReplay() && spec.budget().hasWall() && !isBusy
        ? Collections.min(List.of(QUIET, spec.budget().wall().dividedBy(20), spare))
        : Duration.ZERO;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private void evaluateChampion() throws InterruptedException {
    if (champion.isPresent() && findings.registry().evaluation(champion.get()).isEmpty()) {
      var candidate = findings.registry().appended(champion.get(), LeaderboardChampion.ORIGIN);
      devices.evaluator().evaluate(candidate, workers.compile(champion.get()));
    }
  }

  /** Times candidates on missing shapes, for at most a tenth of the time that is left. */
  private void fillMissingTimes() throws InterruptedException {
    Measured theDefault = devices.evaluator().defaultMeasured().orElseThrow();
    Duration until = plan.ofAll().multipliedBy(9).dividedBy(10);
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
                        selected.incomplete(
                            findings.registry().all(), store.flags(spec.id()), theDefault))
                .orElse(List.of()),
            () -> plan.ofAll().compareTo(until) > 0 && plan.fits());
  }

  /** Selects the default, the contenders of earlier processes, and newcomers, compiled. */
  private List<BuiltFinalist> select(
      CandidateEvaluator evaluator, List<EvaluationStep> steps, int process)
      throws InterruptedException {
    Measured theDefault = evaluator.defaultMeasured().orElseThrow();
    FlaggedCandidates flags = store.flags(spec.id());
    List<Candidate> standing = confirmation.contenders(spec.stream("finals " + process));
    List<Candidate> entitled =
        PortfolioSelection.of(spec)
            .map(
                selected ->
                    selected.entitled(
                        findings.registry().all(), flags, theDefault, FinalistSelection.FINALISTS))
            .orElse(List.of());
    List<Candidate> contenders = contenders(flags, theDefault);
    if (!standing.isEmpty()) {
      List<Candidate> newcomers = newcomers(contenders, entitled, flags);
      entitled = new ArrayList<>(standing); // Where time is short, the last of them have no seat.
      entitled.addAll(1, newcomers);
      contenders =
          contenders.stream()
              .filter(one -> one.configuration().equals(spec.kernel().defaultConfiguration()))
              .toList();
    }
    var selection =
        new FinalistSelection(
            workers,
            examinations(steps),
            identity,
            spec.objective(),
            spec.kernel().defaultConfiguration(),
            champion,
            log.time().clock(),
            this::exclude);
    List<BuiltFinalist> selected =
        selection.select(
            contenders,
            entitled,
            flags,
            standing.isEmpty() ? PortfolioSelection.places(entitled) : 0,
            this::mayEnter);
    selected.forEach(finalist -> passed.add(finalist.candidate().configuration()));
    return selected;
  }

  private List<Candidate> contenders(FlaggedCandidates flags, Measured theDefault) {
    var besides = new HashSet<>(List.of(spec.kernel().defaultConfiguration()));
    champion.ifPresent(besides::add);
    var contenders = new Contenders(findings.registry(), identity, flags);
    return spec.objective().hasFront()
        ? contenders.choose(besides, spec.objective(), theDefault)
        : contenders.choose(besides);
  }

  /**
   * Chooses candidates that took part in no process: those that the search measured to be faster
   * than every finalist, and those that a portfolio would use.
   */
  private List<Candidate> newcomers(
      List<Candidate> contenders, List<Candidate> entitled, FlaggedCandidates flags) {
    double known =
        contenders.stream()
            .filter(confirmation::has)
            .mapToDouble(one -> one.objective().orElse(Double.MAX_VALUE))
            .min()
            .orElse(Double.MAX_VALUE);
    return Stream.concat(
            flags.eligible(contenders).stream()
                .filter(one -> one.objective().orElse(Double.MAX_VALUE) < known)
                .sorted(Comparator.comparingDouble(one -> one.objective().orElseThrow())),
            entitled.stream())
        .filter(one -> !confirmation.has(one))
        .distinct()
        .limit(NEWCOMERS)
        .toList();
  }

  private List<Examination> examinations(List<EvaluationStep> steps) {
    var examinations =
        new ArrayList<Examination>(
            List.of(
                new DeviceExaminations(
                    steps,
                    one -> passed.contains(one) || findings.examined().contains(one),
                    log::began)));
    sanitizer
        .ofFinalists()
        .ifPresent(
            examination ->
                examinations.add(
                    finalist ->
                        passed.contains(finalist.candidate().configuration())
                            ? Optional.empty()
                            : examination.refusal(finalist)));
    return examinations;
  }

  private boolean mayEnter(int entered) {
    log.finals(
        new FinalsState(entered, FinalsProcess.ONLY, Optional.empty()),
        findings.progress(log.time().stopwatch(), spec.budget()));
    return entered < 2 || (plan.fits() && (entered < LEAST_FINALISTS || plan.seats(entered + 1)));
  }

  private void exclude(Exclusion exclusion) {
    out.add(exclusion.candidate());
    store.events(spec.id()).record(exclusion);
    Rejected why = exclusion.why();
    log.began(
        "note: candidate %d is excluded: %s. %s"
            .formatted(exclusion.candidate(), Candidate.reasonOf(why), why.message()));
  }

  /** Leaves out finalists that cost devices, and seats a suspect with the default alone. */
  private List<BuiltFinalist> alone(List<BuiltFinalist> finalists) {
    for (BuiltFinalist finalist : finalists.subList(1, finalists.size())) {
      List<String> cost = cost(finalist);
      if (cost.size() >= CandidateRegistry.ATTEMPTS) {
        confirmation.fail(
            finalist.candidate(),
            new Rejected(
                Rejection.CRASH,
                "",
                ("%d devices were lost while it was measured in the finals: %s. It is measured on"
                        + " no other.")
                    .formatted(cost.size(), String.join(", ", cost))));
      } else if (!cost.isEmpty()) {
        return List.of(finalists.getFirst(), finalist);
      }
    }
    return finalists.stream()
        .filter(finalist -> cost(finalist).size() < CandidateRegistry.ATTEMPTS)
        .toList();
  }

  private List<String> cost(BuiltFinalist finalist) {
    return lost.getOrDefault(finalist.candidate().configuration(), List.of());
  }

  private void suspect(BuiltFinalist finalist, RunDevice device) {
    lost.computeIfAbsent(finalist.candidate().configuration(), _ -> new CopyOnWriteArrayList<>())
        .add(device.name());
  }

  private void measured(Seating seating, RunDevice device, long began) throws InterruptedException {
    var asked =
        new FinalsRequest(
            seating.finalists().stream()
                .map(one -> new Finalist(one.candidate().configuration(), one.binary()))
                .toList(),
            seating.process() == 1 ? spec.acceptance().baselines() : List.of(),
            settings(seating));
    FinalsAttempt.Measured result;
    try {
      result = FinalsLoop.hold(device, asked, course(seating));
    } catch (EnvironmentException e) {
      failing.add(device.name());
      switch (e) {
        case LostToFinalistException by -> suspect(seating.finalists().get(by.position()), device);
        case DeviceLostException lost when !DeviceLostException.isByHost(lost) ->
            seating.finalists().stream().skip(1).forEach(finalist -> suspect(finalist, device));
        default -> {}
      }
      throw e;
    }
    seating.finalists().forEach(finalist -> lost.remove(finalist.candidate().configuration()));
    plan.held(seating.process(), seating.finalists().size(), log.time().nanos() - began);
    confirmation.add(seating.process(), device.name(), seating.finalists(), result.outcomes());
    isBusy = isBusy(result.outcomes());
    if (seating.process() == 1) {
      store.recordBaselines(
          spec.id(),
          new BaselineSession(
              spec.kernel().name(),
              spec.backend().name(),
              spec.device(),
              Host.name(),
              spec.origin().evoVersion(),
              log.time().clock().instant()),
          RunDescription.workloads(spec, workers.primary().limits()),
          result.baselines());
    }
  }

  private static boolean isBusy(List<Outcome> outcomes) {
    return outcomes.stream()
            .filter(Measured.class::isInstance)
            .flatMap(outcome -> ((Measured) outcome).measurements().stream())
            .mapToInt(one -> one.device().discarded() - one.samples().count())
            .sum()
        > 0;
  }

  /** Returns the settings of a process. A new finalist has its energy measured there. */
  private FinalsSettings settings(Seating seating) {
    boolean newcomers =
        seating.finalists().stream().anyMatch(one -> !confirmation.has(one.candidate()));
    FinalsSettings usual = FinalsSettings.withSeed(spec.stream("order").nextLong());
    return new FinalsSettings(
            spec.acceptance().rounds(),
            Math.min(usual.minRounds(), spec.acceptance().rounds()),
            usual.sample(),
            usual.atMost(),
            usual.seed(),
            spec.evaluation().sampling().sample().energy() && newcomers,
            plan.ofProcess(seating.process()),
            FinalsProcess.ONLY)
        .in(numbered(seating.process()), VISITS);
  }

  private FinalsProcess numbered(int process) {
    return new FinalsProcess(process, Math.max(process, spec.acceptance().processes()));
  }

  private FinalsLoop.Course course(Seating seating) {
    return new FinalsLoop.Course(
        () -> plan.ofProcess(seating.process()).within(),
        at ->
            log.finals(
                new FinalsState(
                    seating.finalists().size(), numbered(seating.process()), Optional.of(at)),
                findings.progress(log.time().stopwatch(), spec.budget())));
  }

  /** Decides by all processes so far, and records the decision. */
  private void record() throws InterruptedException {
    FinalsDecision decision =
        confirmation.decide(one -> sanitizer.check(one, plan::ofAll), exhausted);
    var reasons = new ArrayList<String>(sanitizer.unchecked());
    unconfirmed(decision).ifPresent(reasons::add);
    if (decision.verdict().decision() == Decision.UNDECIDED && !spec.isReplay()) {
      reasons.add(remedy(decision.processes()));
    }
    confirmation.byDevice(decision).ifPresent(reasons::add);
    store.recordFinals(spec.id(), weaknesses.in(decision.because(reasons)));
  }

  /** Names a candidate that the search measured to be faster than the champion. */
  private Optional<String> unconfirmed(FinalsDecision decision) {
    OptionalInt accepted = decision.candidate(Role.CHAMPION);
    if (accepted.isEmpty() || !isLeaderNew()) {
      return Optional.empty();
    }
    double objective = findings.registry().objective(accepted.getAsInt()).orElse(Double.NaN);
    return best()
        .filter(one -> one.objective().orElseThrow() < objective)
        .map(
            one ->
                String.format(
                    Locale.ROOT,
                    "Candidate %d looked %.1f %% faster than the champion in the search; no process"
                        + " confirmed it.",
                    one.number(),
                    100 * (objective / one.objective().orElseThrow() - 1)));
  }

  private String remedy(int held) {
    int all = spec.acceptance().processes();
    if (all < AcceptanceRule.PROCESSES) {
      return "A decision needs two processes. Set in evo.yaml: finals: {processes: 5}";
    }
    String why =
        held < all
            ? "Only %d of %d processes fit the wall time. Run with more".formatted(held, all)
            : "All %d processes were measured: the machine is too noisy for the difference. Run on an idle machine"
                .formatted(all);
    return why + ": " + resume(spec, plan.wallForAllProcesses());
  }

  /** Command that resumes a run with a larger budget. */
  public static String resume(RunSpec spec, Duration wall) {
    String time = wall.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    return spec.command("run --resume", " --wall " + time);
  }
}
