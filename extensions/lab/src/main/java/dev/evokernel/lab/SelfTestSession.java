package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.lab.FaultLine.InjectionResult;
import dev.evokernel.lab.Lie.LieLine;
import dev.evokernel.lab.SelfTestFolder.Jobs;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ChosenDevice;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.TemporaryFolder;
import dev.evokernel.workers.ProcessWorkers;

/**
 * Provokes every fault and runs every lying kernel on one device, in a temporary folder that is
 * kept where a line of a table is wrong or the self-test fails.
 */
final class SelfTestSession implements AutoCloseable {

  /** Maximum number of rounds: the fault kernel has distinct programs for so many. */
  private static final int MOST_ROUNDS = 32;

  private static final List<String> BACKENDS = List.of("cpu", "cuda");
  private static final String FAULTS = "faults";
  private static final String LIES = "lies";

  /** Files that lies leave for their next process. */
  private static final List<Path> TRACES =
      List.of(Path.of("/tmp/evo-lying-kernel.memo"), Path.of("/tmp/evo-lying-kernel.left"));

  private final ChosenDevice chosen;
  private final Path folder;
  private final SelfTestFolder ground;
  private final Jobs jobs =
      new Jobs(plan -> RunEnvironment.ofThisMachine(plan, InstantSource.system()));

  /** Runs of two candidates each, for which a single compile worker suffices. */
  private final Jobs lies =
      new Jobs(
          plan ->
              RunEnvironment.ofThisMachine(plan, InstantSource.system())
                  .with(news -> ProcessWorkers.start(plan, 1, 0, plan.cache(), news)));

  private final SequencedMap<String, List<InjectionResult>> results = new LinkedHashMap<>();
  private final List<String> only;
  private final int rounds;
  private final Consumer<String> news;
  private boolean keeps;

  private SelfTestSession(
      ChosenDevice chosen, List<String> only, Path folder, int rounds, Consumer<String> news) {
    this.chosen = chosen;
    this.only = List.copyOf(only);
    this.folder = folder;
    this.rounds = rounds;
    this.news = news;
    this.ground =
        SelfTestFolder.in(
            folder, "results", ShippedSources::fault, chosen.backend(), chosen.device());
  }

  /**
   * @param device {@code auto}, a backend or a device
   * @param only {@code faults}, {@code lies} or names of lying kernels; empty for everything
   * @param rounds how often each fault is provoked, up to {@link #MOST_ROUNDS}
   * @param news hears each fault as it has been provoked, and each lie as it was stopped
   * @throws BadInputException if the rounds are out of bounds, or there is no such lie
   * @throws EnvironmentException if there is no such device, or no room for the folder
   */
  public static SelfTestSession open(
      String device, List<String> only, int rounds, Consumer<String> news) {
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw new BadInputException(
          "--repeat must be from 1 to " + MOST_ROUNDS + ", was " + rounds + ".");
    }
    ChosenDevice chosen = ChosenDevice.choose(device, BACKENDS);
    requireNames(only, chosen.backend().name());
    return new SelfTestSession(chosen, only, fresh(), rounds, news);
  }

  /**
   * Provokes them. A device in use is refused at once: a self-test that waits for a run is of no
   * use before the next.
   *
   * @throws InterruptedException if {@link #stop} was called
   */
  public SelfTestReport run() throws InterruptedException {
    String model = chosen.device().id() + " (" + chosen.device().model() + ")";
    try (var _ =
        DeviceReservation.AT_ONCE.hold(
            chosen, () -> "self-test", folder, line -> news.accept("  " + line))) {
      keeps = true;
      var report = new SelfTestReport(model, faults(model), lies(model));
      keeps = !report.isRight();
      return report;
    } catch (InterruptedException e) {
      keeps = false;
      throw e;
    }
  }

  private Optional<List<FaultLine>> faults(String model) throws InterruptedException {
    if (!only.isEmpty() && !only.contains(FAULTS)) {
      return Optional.empty();
    }
    news.accept(
        "Provoking faults on " + model + ", each " + rounds + "×. This takes a minute or two.");
    injectFaults();
    for (StoppedRun.Stoppage stoppage : StoppedRun.Stoppage.values()) {
      for (int round = 0; round < rounds; round++) {
        stop(stoppage, round);
      }
    }
    return Optional.of(results.values().stream().map(FaultLine::of).toList());
  }

  /**
   * Injects all faults of candidates in one run. If a fault breaks the run down, another run
   * injects the rest.
   */
  private void injectFaults() throws InterruptedException {
    Queue<FaultInjectionRun.Task> tasks = tasks();
    try (ResultStore store = ResultStore.open(ground.database())) {
      for (int attempt = 1; !tasks.isEmpty(); attempt++) {
        String run = "faults-" + attempt;
        var injections = new FaultInjectionRun(store, run, ground.processes(run), tasks, this::add);
        try {
          jobs.run(ground.plan(run), store, Optional.empty(), injections);
        } catch (EnvironmentException e) {
          if (tasks.isEmpty() || !injections.isUnderWay()) {
            throw e;
          }
          Fault fault = tasks.remove().fault();
          add(
              InjectionResult.brokenDown(
                  fault.name(), fault.expectedLabel(), injections.spent(), e));
        }
      }
    }
  }

  private Queue<FaultInjectionRun.Task> tasks() {
    var tasks = new ArrayDeque<FaultInjectionRun.Task>();
    for (int round = 0; round < rounds; round++) {
      int step = 1;
      for (Fault fault : Fault.all(ground.backend().name())) {
        tasks.add(new FaultInjectionRun.Task(fault, round, step++));
      }
    }
    return tasks;
  }

  /** Faults that must stop a run have their own runs. */
  private void stop(StoppedRun.Stoppage stoppage, int round) throws InterruptedException {
    var run = new StoppedRun(stoppage, ground.beside(stoppage.name() + round), jobs, round);
    try {
      add(run.inject());
    } catch (EnvironmentException e) {
      add(InjectionResult.brokenDown(stoppage.title(), StoppedRun.EXPECTED, Duration.ZERO, e));
    }
  }

  private void add(InjectionResult result) {
    results.computeIfAbsent(result.fault(), _ -> new ArrayList<>()).add(result.seenFrom(folder));
    news.accept("  " + result.fault());
  }

  private Optional<List<LieLine>> lies(String model) throws InterruptedException {
    if (!only.isEmpty() && only.stream().allMatch(FAULTS::equals)) {
      return Optional.empty();
    }
    news.accept("Running lying kernels on " + model + ". Each takes two seconds or three.");
    SelfTestFolder own =
        SelfTestFolder.in(folder, "lies", ShippedSources::lying, chosen.backend(), chosen.device());
    var lines = new ArrayList<LieLine>();
    for (Lie lie : Lie.of(chosen.backend().name())) {
      if (includes(lie.name())) {
        LieLine line = tried(own, lie);
        lines.add(line);
        news.accept("  " + line.lie() + ": " + line.stage().label());
      }
    }
    return Optional.of(lines);
  }

  /**
   * Runs a lying kernel against an honest default, finals included. Each lie has its own run and
   * database, and is thus the best candidate of its run.
   */
  private LieLine tried(SelfTestFolder own, Lie lie) throws InterruptedException {
    String run = "lie-" + lie.name();
    try (ResultStore store = ResultStore.open(own.database())) {
      return LieLine.of(
          lie, lies.run(own.plan(run), store, Optional.empty(), strategy(lie)), folder);
    } catch (EnvironmentException | IllegalStateException e) {
      return LieLine.brokenDown(lie, e);
    } finally {
      putAside(own, run);
    }
  }

  /** Proposes the default and the lie; finals follow unless the lie was rejected. */
  private static SearchStrategy strategy(Lie lie) {
    return (space, initial, evaluator) -> {
      Configuration honest = initial.getFirst().configuration();
      Configuration liar = lie.applied(honest);
      for (Configuration configuration : List.of(honest, liar)) {
        var _ =
            evaluator.begin(evaluator.context().proposal(configuration, 0, "self-test")).trial();
      }
      if (evaluator.evaluation(liar).outcome() instanceof Outcome.Rejected) {
        throw new InterruptedException("The lie was detected.");
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** Moves the database away and deletes the traces; the next run starts from nothing. */
  private static void putAside(SelfTestFolder own, String run) {
    try {
      Files.move(
          own.database(), own.results().resolve(run + ".db"), StandardCopyOption.REPLACE_EXISTING);
      for (Path trace : TRACES) {
        Files.deleteIfExists(trace);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean includes(String lie) {
    return only.isEmpty() || only.contains(LIES) || only.contains(lie);
  }

  private static void requireNames(List<String> only, String backend) {
    List<String> lies = Lie.of(backend).stream().map(Lie::name).toList();
    for (String name : only) {
      if (!name.equals(FAULTS) && !name.equals(LIES) && !lies.contains(name)) {
        throw new BadInputException(
            "--only must be 'faults', 'lies' or lying kernels of the backend %s, was '%s'. They are %s.",
            backend, name, String.join(", ", lies));
      }
    }
  }

  public void stop() {
    jobs.stop();
    lies.stop();
  }

  @Override
  public void close() {
    if (keeps) {
      news.accept("What the runs left behind is in " + folder + ".");
    } else {
      new TemporaryFolder(folder).close();
    }
  }

  private static Path fresh() {
    try {
      return Files.createTempDirectory("evo-self-test-").toRealPath();
    } catch (IOException e) {
      throw new EnvironmentException(
          "No folder can be made in the temporary one: " + e.getMessage() + ". Make room there.",
          e);
    }
  }
}
