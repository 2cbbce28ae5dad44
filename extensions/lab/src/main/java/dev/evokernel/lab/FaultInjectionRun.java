package dev.evokernel.lab;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.FaultLine.InjectionResult;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.DetailedEvaluator;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Database;
import dev.evokernel.store.ResultStore;

/**
 * Search strategy that proposes each faulty candidate, then a healthy one, then the faulty one
 * again. Finished tasks leave the queue; another run can continue with the rest.
 */
final class FaultInjectionRun implements SearchStrategy {

  /** Number of healthy candidates whose median time is the reference. */
  private static final int USUAL = 3;

  /** Step of the first healthy candidate; healthy steps count down, faulty steps up from 1. */
  private static final int LAST_STEP = 63;

  /**
   * One injection of a fault.
   *
   * @param step unique number of the fault in its round
   */
  record Task(Fault fault, int round, int step) {}

  private final ResultStore store;
  private final String run;
  private final Processes processes;
  private final Queue<Task> tasks;
  private final Consumer<InjectionResult> results;
  private long taskStarted;
  private boolean underWay;
  private Duration usual = Duration.ZERO;

  FaultInjectionRun(
      ResultStore store,
      String run,
      Processes processes,
      Queue<Task> tasks,
      Consumer<InjectionResult> results) {
    this.store = store;
    this.run = run;
    this.processes = processes;
    this.tasks = tasks;
    this.results = results;
  }

  boolean isUnderWay() {
    return underWay;
  }

  Duration spent() {
    return Duration.ofNanos(System.nanoTime() - taskStarted);
  }

  @Override
  public Ending explore(
      SearchSpace space, List<InitialConfiguration> seeds, DetailedEvaluator evaluator)
      throws InterruptedException {
    var script = new Script(store, run, seeds.getFirst().configuration(), evaluator);
    script.evaluate(script.defaultConfiguration(), 0);
    usual = usual(script);
    while (!tasks.isEmpty()) {
      taskStarted = System.nanoTime();
      underWay = true;
      InjectionResult result = inject(script, tasks.element());
      tasks.remove();
      results.accept(result);
    }
    return Ending.BUDGET_SPENT;
  }

  private static Duration usual(Script script) throws InterruptedException {
    var walls = new ArrayList<Duration>();
    for (int step = 1; step <= USUAL; step++) {
      walls.add(script.evaluate(script.healthy(0, step), 0).wall());
    }
    return walls.stream().sorted().toList().get(USUAL / 2);
  }

  private InjectionResult inject(Script script, Task task) throws InterruptedException {
    Fault fault = task.fault();
    Configuration faulty = fault.applied(script.healthy(task.round(), task.step()));
    int generation = task.round() + 1;
    List<ProcessHandle> victims;
    Script.Ended ended;
    try (var injector =
        new FaultInjector(
            fault.external(),
            () ->
                script
                    .candidate(faulty)
                    .filter(candidate -> candidate.attempts() > 0)
                    .isPresent())) {
      ended = script.evaluate(faulty, generation);
      victims = injector.victims();
    }
    String complaint = complaint(fault, victims);
    Script.Ended next =
        script.evaluate(script.healthy(task.round(), LAST_STEP - task.step()), generation);
    Candidate before = script.candidate(faulty).orElseThrow();
    Candidate again = script.evaluate(faulty, generation).candidate();
    return new InjectionResult(
        fault.name(),
        fault.expectedLabel(),
        before.outcomeLabel(),
        message(before),
        fault.isExpected(before.evaluation().orElseThrow().outcome()),
        next.isMeasured(),
        again.equals(before),
        lost(ended, next),
        complaint);
  }

  private static String message(Candidate candidate) {
    return switch (candidate.evaluation().orElseThrow().outcome()) {
      case Outcome.Measured _ -> "";
      case Outcome.Rejected rejected -> InjectionResult.line(rejected.message());
    };
  }

  private Duration lost(Script.Ended faulty, Script.Ended next) {
    Duration lost = faulty.wall().plus(next.wall()).minus(usual);
    return lost.isNegative() ? Duration.ZERO : lost;
  }

  private String complaint(Fault fault, List<ProcessHandle> victims) {
    if (fault.external() != Fault.External.NONE
        && fault.external() != Fault.External.LOCK_STORE
        && victims.isEmpty()) {
      return "The evaluation ended before the fault could be injected.";
    }
    for (ProcessHandle victim : victims) {
      if (victim.isAlive()) {
        return "Process " + victim.pid() + " is still alive.";
      }
    }
    List<ProcessHandle> strays = processes.strays();
    return strays.isEmpty() ? "" : "Processes of the candidate are still alive: " + strays + ".";
  }

  private final class FaultInjector implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(20);

    /** Time from the journal's entry to the launch in the worker. */
    private static final Duration SETTLING = Duration.ofMillis(400);

    /** Time in which a worker starts and begins to compile. */
    private static final Duration STARTING = Duration.ofMillis(2_500);

    private static final Duration LOCKED = Duration.ofSeconds(1);

    private final BooleanSupplier launched;
    private final Thread thread;
    private final Queue<ProcessHandle> victims = new ConcurrentLinkedQueue<>();

    /**
     * Starts a thread for the fault; for {@code LOCK_STORE} the lock is held on return.
     *
     * @param launched whether the journal announces the candidate's launch
     */
    FaultInjector(Fault.External fault, BooleanSupplier launched) {
      this.launched = launched;
      if (fault == Fault.External.LOCK_STORE) {
        Runnable lock = Database.lock(store.file());
        Thread.ofVirtual().start(() -> release(lock));
      }
      this.thread = Thread.ofVirtual().start(() -> act(fault));
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    List<ProcessHandle> victims() {
      return List.copyOf(victims);
    }

    private void act(Fault.External fault) {
      try {
        switch (fault) {
          case KILL_WORKER -> kill(awaitWorker());
          case STOP_WORKER -> Processes.stop(awaitWorker());
          case KILL_COMPILER -> killCompilers();
          case NONE, LOCK_STORE -> {}
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // The evaluation is over.
      }
    }

    private ProcessHandle awaitWorker() throws InterruptedException {
      while (!launched.getAsBoolean()) {
        Thread.sleep(TICK);
      }
      Thread.sleep(SETTLING);
      ProcessHandle worker = processes.device().getFirst();
      victims.add(worker);
      return worker;
    }

    private void killCompilers() throws InterruptedException {
      // NVRTC is a library in the compile workers; other compilers are their children.
      boolean compilesInside = store.run(run).provenance().compiler().startsWith("NVRTC");
      while (true) {
        (compilesInside ? settledWorkers() : processes.compilers()).forEach(this::kill);
        Thread.sleep(TICK);
      }
    }

    private List<ProcessHandle> settledWorkers() {
      Instant before = Instant.now().minus(STARTING);
      return processes.compileWorkers().stream()
          .filter(worker -> worker.info().startInstant().filter(before::isAfter).isPresent())
          .toList();
    }

    private void kill(ProcessHandle process) {
      victims.add(process);
      process.destroyForcibly();
    }

    private void release(Runnable lock) {
      try {
        Thread.sleep(LOCKED);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        lock.run();
      }
    }
  }

  /** Processes of one run, identified by the run's log folder on their command line. */
  record Processes(Path logs) {

    /** Process that owns the device; empty while it is being replaced. */
    List<ProcessHandle> device() {
      return workers("device-");
    }

    List<ProcessHandle> compileWorkers() {
      return workers("compile-");
    }

    /** Running compilers: descendants of the compile workers without children. */
    List<ProcessHandle> compilers() {
      return compileWorkers().stream()
          .flatMap(ProcessHandle::descendants)
          .filter(process -> process.children().findAny().isEmpty())
          .toList();
    }

    /** Processes that a candidate left alive: no descendants of this process. */
    List<ProcessHandle> strays() {
      List<ProcessHandle> own = ProcessHandle.current().descendants().toList();
      return ProcessHandle.allProcesses()
          .filter(process -> !own.contains(process) && belongs(process, ""))
          .filter(ProcessHandle::isAlive)
          .toList();
    }

    static void stop(ProcessHandle process) throws InterruptedException {
      try {
        new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid()).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private List<ProcessHandle> workers(String name) {
      return ProcessHandle.current().children().filter(process -> belongs(process, name)).toList();
    }

    private boolean belongs(ProcessHandle process, String name) {
      String flag = "-XX:ErrorFile=" + logs.resolve(name);
      return arguments(process).anyMatch(argument -> argument.startsWith(flag));
    }

    private static Stream<String> arguments(ProcessHandle process) {
      try {
        Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        return Stream.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
      } catch (IOException e) {
        return Stream.empty(); // The process has just ended.
      }
    }
  }

  /**
   * Proposes candidates to a real run and reads them back from its store.
   *
   * @param defaultConfiguration healthy; the base of all other configurations
   */
  record Script(
      ResultStore store,
      String run,
      Configuration defaultConfiguration,
      DetailedEvaluator evaluator) {

    /** Evaluated candidate from the store, with the wall time of its evaluation. */
    record Ended(Candidate candidate, Duration wall) {

      boolean isMeasured() {
        return candidate.evaluation().orElseThrow().outcome() instanceof Outcome.Measured;
      }
    }

    Configuration healthy(int round, int step) {
      return defaultConfiguration.with("ROUND", Value.of(round)).with("STEP", Value.of(step));
    }

    /**
     * Evaluates one candidate.
     *
     * @throws InterruptedException if the run was stopped
     */
    Ended evaluate(Configuration configuration, int generation) throws InterruptedException {
      long started = System.nanoTime();
      boolean answered =
          evaluator
              .begin(evaluator.context().proposal(configuration, generation, "self-test"))
              .trial()
              .isPresent();
      Duration wall = Duration.ofNanos(System.nanoTime() - started);
      Optional<Candidate> candidate = candidate(configuration);
      if (!answered || candidate.flatMap(Candidate::evaluation).isEmpty()) {
        throw new InterruptedException("The run was stopped.");
      }
      return new Ended(candidate.get(), wall);
    }

    Optional<Candidate> candidate(Configuration configuration) {
      return store.candidates(run).stream()
          .filter(candidate -> candidate.configuration().equals(configuration))
          .findFirst();
    }
  }
}
