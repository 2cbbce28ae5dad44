package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.StandInHost.Forgery;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunListener;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fleet under faults must give the result of an undisturbed run. The coordinator is a process,
 * and each host a process behind a launch line with a {@code cat} on both sides, which are its
 * network. Properties of the system set the long run: {@code evo.chaos.faults}, {@code
 * evo.chaos.seed}, {@code evo.chaos.hosts}, {@code evo.chaos.evaluations}, {@code evo.chaos.millis}
 * and {@code evo.chaos.through}, which begins each launch line, for example {@code ssh localhost}
 * or {@code slurm}. A line of Slurm has no {@code cat}: its {@code srun} or its shell is struck.
 */
@Tag("full")
final class ChaosIT {

  private static final String EVALUATED = "evaluated ";

  /** Share of the evaluations after which nothing is struck. */
  private static final double LAST = 0.9;

  /** Evaluations that may end before a planned fault is struck; then the run waits for it. */
  private static final int SLACK = 3;

  /** Silence after which a stopped host is lost. */
  private static final Duration LOST = Duration.ofSeconds(5);

  /** Time without an evaluation after which the run counts as hanging. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  private enum Fault {
    HOST_KILLED,
    HOST_STOPPED,
    PIPE_CUT,
    COORDINATOR_KILLED
  }

  /**
   * @param millis approximate time of an evaluation on a device
   * @param through begins each launch line; may be empty
   */
  private record Plan(
      int faults, long seed, int hosts, int evaluations, int millis, String through) {

    /** A third each of killed hosts and cut pipes; a sixth each of stops and coordinators. */
    List<Fault> drawn() {
      var drawn = new ArrayList<Fault>();
      for (int i = 0; i < faults; i++) {
        drawn.add(
            switch (i % 6) {
              case 0, 1 -> Fault.HOST_KILLED;
              case 2, 3 -> Fault.PIPE_CUT;
              case 4 -> Fault.HOST_STOPPED;
              default -> Fault.COORDINATOR_KILLED;
            });
      }
      Collections.shuffle(drawn, new Random(seed));
      return drawn;
    }

    int at(int fault) {
      return (int) (2 + LAST * evaluations * fault / Math.max(1, faults));
    }

    /** Faults that must have been struck when a number of evaluations has ended. */
    int struckAfter(int evaluations) {
      return (int) IntStream.range(0, faults).filter(i -> at(i) + SLACK <= evaluations).count();
    }

    LaunchedRun run(Path folder) {
      return new LaunchedRun(folder, evaluations, hosts, Optional.empty());
    }

    List<FleetSection.LaunchLine> lines() {
      return IntStream.range(0, hosts)
          .mapToObj(i -> StandInHost.line("host-" + i, Forgery.NONE, millis))
          .map(
              line ->
                  isOnSlurm()
                      ? "%s -- %s".formatted(through, Printable.word(line))
                      : "cat | (%s) | cat"
                          .formatted(
                              through.isEmpty() ? line : "%s \"%s\"".formatted(through, line)))
          .map(line -> new FleetSection.LaunchLine(line, 1, LOST))
          .toList();
    }

    boolean isOnSlurm() {
      return through.startsWith("slurm ");
    }

    /** Target of a kill: a host's process, or the launcher that leads to it. */
    String hostProgram() {
      return through.isEmpty() ? "java" : isOnSlurm() ? "srun" : through.split(" ", 2)[0];
    }

    String pipeProgram() {
      return isOnSlurm() ? "bash" : "cat";
    }

    List<String> words() {
      return Stream.of(faults, seed, hosts, evaluations, millis, through)
          .map(String::valueOf)
          .toList();
    }
  }

  /** The coordinator, in a process of its own. */
  static final class Child {
    private Child() {}

    /** Begins or resumes the run, and prints a line for each evaluation. */
    public static void main(String... words) throws IOException, InterruptedException {
      var plan =
          new Plan(
              Integer.parseInt(words[1]),
              Long.parseLong(words[2]),
              Integer.parseInt(words[3]),
              Integer.parseInt(words[4]),
              Integer.parseInt(words[5]),
              words[6]);
      Path folder = Path.of(words[0]);
      try (ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
        var listener =
            new RunListener() {
              @Override
              public void evaluated(Evaluation evaluation, Progress progress) {
                System.out.println(EVALUATED + progress.evaluations());
                int due = plan.struckAfter((int) progress.evaluations());
                while (due > 0 && !Files.exists(struck(folder, due))) {
                  LockSupport.parkNanos(10_000_000);
                }
              }
            };
        var _ = plan.run(folder).on(plan.lines(), store, System.err::println, listener);
      }
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  /** File that exists once so many faults were struck. */
  private static Path struck(Path run, int faults) {
    return run.resolve("struck-" + faults);
  }

  /** The processes of a run under faults. */
  private final class Struck implements AutoCloseable {
    private final Plan plan;
    private final Random random;
    private final AtomicInteger evaluated = new AtomicInteger();

    /** Processes below killed coordinators: a stopped one does not end by itself. */
    private final List<ProcessHandle> left = new ArrayList<>();

    private Process coordinator;
    private int starts;

    Struck(Plan plan) throws IOException {
      this.plan = plan;
      this.random = new Random(plan.seed());
      this.coordinator = start();
    }

    private Process start() throws IOException {
      var command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xlog:cds=off,aot=off",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Child.class.getName(),
                  folder.resolve("run").toString()));
      command.addAll(plan.words());
      Files.createDirectories(folder.resolve("run"));
      Process started =
          new ProcessBuilder(command)
              .redirectError(folder.resolve("coordinator-%d.log".formatted(++starts)).toFile())
              .start();
      Thread.ofVirtual().start(() -> count(started));
      return started;
    }

    private void count(Process process) {
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(EVALUATED)) {
            int count = Integer.parseInt(line.substring(EVALUATED.length()));
            evaluated.accumulateAndGet(count, Math::max);
          }
        }
      } catch (IOException e) {
        // The stream of a killed process is closed.
      }
    }

    /** Waits for a number of evaluations; false if the run ended before. */
    boolean await(int count) throws InterruptedException {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (evaluated.get() < count) {
        if (coordinator.waitFor(20, TimeUnit.MILLISECONDS)) {
          assertThat(coordinator.exitValue()).as("%s", folder).isZero();
          return false;
        }
        assertThat(System.nanoTime()).as("a run that goes on, %s", folder).isLessThan(deadline);
      }
      return true;
    }

    void strike(Fault fault) throws IOException, InterruptedException {
      switch (fault) {
        case HOST_KILLED -> victim(plan.hostProgram()).destroyForcibly();
        case PIPE_CUT -> victim(plan.pipeProgram()).destroyForcibly();
        case HOST_STOPPED -> {
          long pid = victim(plan.hostProgram()).pid();
          assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor())
              .isBetween(0, 1); // 1 if it has just ended.
        }
        case COORDINATOR_KILLED -> {
          coordinator.descendants().forEach(left::add);
          var _ = coordinator.destroyForcibly().waitFor();
          coordinator = start();
        }
      }
    }

    /** A process of a host; waits for one, since all may be starting. */
    private ProcessHandle victim(String program) throws InterruptedException {
      while (true) {
        assertThat(coordinator.isAlive()).as("a coordinator, %s", folder).isTrue();
        List<ProcessHandle> alive =
            coordinator
                .descendants()
                .filter(each -> each.info().command().orElse("").endsWith("/" + program))
                .toList();
        if (!alive.isEmpty()) {
          return alive.get(random.nextInt(alive.size()));
        }
        Thread.sleep(50);
      }
    }

    @Override
    public void close() {
      coordinator.descendants().forEach(left::add);
      coordinator.destroyForcibly();
      left.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private RunHistory history(Path results) {
    try (ResultStore store = ResultStore.openReadOnly(results.resolve(ResultStore.FILE_NAME))) {
      return RunComparison.detached(store.history(SimulatedRun.ID));
    }
  }

  private void strike(Plan plan) throws IOException, InterruptedException {
    var recorded = new RecordedEvaluations();
    long began = System.nanoTime();
    List<Fault> faults = plan.drawn();
    int struck = 0;
    try (var run = new Struck(plan)) {
      while (struck < faults.size() && run.await(plan.at(struck))) {
        run.strike(faults.get(struck++));
        Files.createFile(struck(folder.resolve("run"), struck));
        recorded.look(folder.resolve("run").resolve(ResultStore.FILE_NAME));
      }
      var _ = run.await(Integer.MAX_VALUE);
    }
    RunHistory history = history(folder.resolve("run"));
    recorded.saw(history.candidates());
    var comparison = new RunComparison(history, plan.evaluations());
    var quarantined = comparison.quarantined();
    int coordinators = Collections.frequency(faults, Fault.COORDINATOR_KILLED);
    RunHistory alone;
    try (ResultStore store = ResultStore.inMemory(folder.resolve("alone"))) {
      alone = RunComparison.detached(plan.run(folder.resolve("alone")).alone(store, quarantined));
    }
    System.out.printf(
        "%d faults (%s) in %d s: %d evaluations, %d begun again, %d quarantined, %d lost%n",
        struck,
        faults.stream()
            .collect(Collectors.groupingBy(each -> each, TreeMap::new, Collectors.counting())),
        Duration.ofNanos(System.nanoTime() - began).toSeconds(),
        history.candidates().size(),
        history.candidates().stream().mapToInt(each -> Math.max(0, each.attempts() - 1)).sum(),
        quarantined.size(),
        recorded.lost());
    assertThat(struck).isEqualTo(plan.faults());
    assertThat(recorded.problem()).isEmpty();
    assertThat(comparison.difference(alone, struck - coordinators + coordinators * plan.hosts()))
        .isEmpty();
  }

  @Test
  void run_aFaultOfEachKind_hasTheResultOfARunWithoutThem()
      throws IOException, InterruptedException {
    strike(new Plan(6, 42, 2, 48, 40, ""));
  }

  @Test
  void run_manyFaults_hasTheResultOfARunWithoutThem() throws IOException, InterruptedException {
    int faults = Integer.getInteger("evo.chaos.faults", 20);
    strike(
        new Plan(
            faults,
            Long.getLong("evo.chaos.seed", 42),
            Integer.getInteger("evo.chaos.hosts", 3),
            Integer.getInteger("evo.chaos.evaluations", 8 * faults),
            Integer.getInteger("evo.chaos.millis", 40),
            System.getProperty("evo.chaos.through", "")));
  }
}
