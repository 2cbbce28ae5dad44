package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import org.jspecify.annotations.Nullable;

/**
 * A process of a fault-injection run, which can be killed and restarted. Confined to one thread.
 *
 * <p>The process ends with its parent, however that ends, because it reads the end of its input.
 */
final class ChaosPart implements AutoCloseable {

  /** Exit code of a process after SIGKILL. */
  private static final int KILLED = 128 + 9;

  private final String name;
  private final List<String> command;
  private final Path log;
  private final Consumer<String> out;
  private final IntConsumer ended;
  private volatile @Nullable Process process;

  /**
   * @param out receives the lines of standard output
   * @param ended receives the exit code if the process exits unexpectedly
   */
  ChaosPart(String name, List<String> command, Path log, Consumer<String> out, IntConsumer ended) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
    this.out = out;
    this.ended = ended;
  }

  void start() {
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      Thread.ofVirtual().start(() -> read(started));
    } catch (IOException e) {
      throw new EnvironmentException("Cannot start the process of %s: %s".formatted(name, e), e);
    }
  }

  private void read(Process started) {
    try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(out);
    } catch (IOException | UncheckedIOException e) {
      // The process was killed while it wrote a line.
    }
    try {
      int code = started.waitFor();
      if (started.equals(process)) {
        ended.accept(code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Kills the process with SIGKILL.
   *
   * @return whether it was running
   */
  boolean kill() throws InterruptedException {
    Process victim = Objects.requireNonNull(process);
    process = null;
    int code = victim.destroyForcibly().waitFor();
    if (code != KILLED) {
      ended.accept(code);
    }
    return code == KILLED;
  }

  /**
   * @param signal for example {@code STOP}
   */
  void signal(String signal) throws InterruptedException {
    Process receiver = process;
    if (receiver != null) {
      try {
        var _ =
            new ProcessBuilder("kill", "-" + signal, Long.toString(receiver.pid()))
                .redirectErrorStream(true)
                .start()
                .waitFor();
      } catch (IOException e) {
        throw new EnvironmentException("Cannot run 'kill': " + e, e);
      }
    }
  }

  String said() {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  String name() {
    return name;
  }

  @Override
  public void close() {
    Process running = process;
    process = null;
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
