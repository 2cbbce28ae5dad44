package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.tuning.Interruption;

/** evo in a process of its own, for tests in which it dies. */
public final class ChildEvo implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long TICK_MILLIS = 50;

  /** An environment variable that every process inherits which it starts, and which they start. */
  private static final String MARK = "EVO_TEST_MARK";

  private final Process process;
  private final Path out;
  private final Path err;
  private final String mark;

  private ChildEvo(Process process, Path out, Path err, String mark) {
    this.process = process;
    this.out = out;
    this.err = err;
    this.mark = mark;
  }

  public static ChildEvo start(Workspace workspace, String... arguments) throws IOException {
    return start(workspace, Map.of(), arguments);
  }

  public static ChildEvo start(
      Workspace workspace, Map<String, String> environment, String... arguments)
      throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileThresholdScaling=4",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Devo.worker.flags=" + System.getProperty("evo.worker.flags", ""),
                "-Dorg.sqlite.tmpdir=" + workspace.folder(), // A killed one leaves a library there.
                "-cp",
                System.getProperty("java.class.path"),
                Evo.class.getName()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(workspace.folder(), "out", ".txt");
    Path err = Files.createTempFile(workspace.folder(), "err", ".txt");
    var builder =
        new ProcessBuilder(command)
            .directory(workspace.folder().toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put(Interruption.PATIENCE, Long.toString(PATIENCE.toMillis()));
    builder.environment().putAll(environment);
    String mark = MARK + "=" + UUID.randomUUID();
    builder.environment().put(MARK, mark.substring(MARK.length() + 1));
    return new ChildEvo(builder.start(), out, err, mark);
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until something is so; false if the process ended first. */
  public boolean until(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time: %s%n%s", out(), err()).isLessThan(deadline);
      if (process.waitFor(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
        return condition.getAsBoolean();
      }
    }
    return true;
  }

  /** Gives the process this much longer; false if it did not end by then. */
  public boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The exit code. */
  public int await() throws InterruptedException {
    assertThat(endsWithin(PATIENCE)).as("ends: %s%n%s", out(), err()).isTrue();
    return process.exitValue();
  }

  /** Stops every process that this one has started: they neither answer nor end when asked to. */
  void freezeWorkers() throws IOException, InterruptedException {
    List<ProcessHandle> workers = process.descendants().toList();
    assertThat(workers).isNotEmpty();
    var command = new ArrayList<>(List.of("kill", "-STOP"));
    workers.forEach(worker -> command.add(Long.toString(worker.pid())));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  /** Sends a signal to one of its workers; false if there is none. */
  boolean strike(String signal, RandomGenerator random) throws IOException, InterruptedException {
    List<ProcessHandle> workers = process.children().toList();
    if (workers.isEmpty()) {
      return false;
    }
    long victim = workers.get(random.nextInt(workers.size())).pid();
    return new ProcessBuilder("kill", "-" + signal, Long.toString(victim)).start().waitFor() == 0;
  }

  /** Sends a signal to the process itself. */
  public void signal(String signal) throws IOException, InterruptedException {
    var command = List.of("kill", "-" + signal, Long.toString(process.pid()));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** SIGKILL, of this process alone; every process that it had started must end by itself. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    // Whoever is found may have started another before it ended.
    for (List<ProcessHandle> left = offspring(); !left.isEmpty(); left = offspring()) {
      for (ProcessHandle orphan : left) {
        try {
          orphan.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
          throw new AssertionError("Process " + orphan.info() + " lives on.", e);
        }
      }
    }
  }

  /** Wherever they hang in the tree of processes by now. */
  private List<ProcessHandle> offspring() {
    return ProcessHandle.allProcesses().filter(this::isMarked).toList();
  }

  private boolean isMarked(ProcessHandle handle) {
    try {
      String environment =
          Files.readString(
              Path.of("/proc", Long.toString(handle.pid()), "environ"),
              StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0", -1)).contains(mark);
    } catch (IOException e) {
      return false; // It is gone, or somebody else's.
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
