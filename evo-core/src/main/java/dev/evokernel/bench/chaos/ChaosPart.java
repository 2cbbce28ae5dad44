package dev.evokernel.bench.chaos;

import dev.evokernel.backend.EnvironmentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of a struck run, again and again. One thread at a time.
 *
 * <p>It ends with this process, however that ends: it reads the end of its input.
 */
final class ChaosPart implements AutoCloseable {

  /** The exit code of a process that SIGKILL ended. */
  private static final int KILLED = 128 + 9;

  private final String name;
  private final List<String> command;
  private final Path log;
  private final Consumer<String> out;
  private final IntConsumer ended;
  private volatile @Nullable Process process;

  /**
   * @param out takes what it prints
   * @param ended takes its exit code where it ends by itself
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
      throw new EnvironmentException("The process of %s does not start: %s".formatted(name, e), e);
    }
  }

  private void read(Process one) {
    try (BufferedReader lines = one.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(out);
    } catch (IOException | UncheckedIOException e) {
      // It was killed in the middle of a line.
    }
    try {
      int code = one.waitFor();
      if (one.equals(process)) {
        ended.accept(code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * SIGKILL.
   *
   * @return whether it lived until then
   */
  boolean kill() throws InterruptedException {
    Process one = Objects.requireNonNull(process);
    process = null;
    int code = one.destroyForcibly().waitFor();
    if (code != KILLED) {
      ended.accept(code);
    }
    return code == KILLED;
  }

  /**
   * @param signal for example {@code STOP}
   */
  void signal(String signal) throws InterruptedException {
    Process one = process;
    if (one != null) {
      try {
        var _ =
            new ProcessBuilder("kill", "-" + signal, Long.toString(one.pid()))
                .redirectErrorStream(true)
                .start()
                .waitFor();
      } catch (IOException e) {
        throw new EnvironmentException("There is no program 'kill' here: " + e, e);
      }
    }
  }

  /** The last lines that it said. */
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
    Process one = process;
    process = null;
    if (one != null) {
      one.destroyForcibly();
    }
  }
}
