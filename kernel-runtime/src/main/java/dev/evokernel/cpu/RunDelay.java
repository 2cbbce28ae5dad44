package dev.evokernel.cpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the kernel's threads have been ready to run but were not running, because other
 * processes had the cores.
 *
 * <p>Linux counts it for every thread (the second number of {@code schedstat}; see the kernel's
 * {@code sched-stats} document). A thread that a kernel starts, as OpenMP does, has the name of the
 * thread that started it, which distinguishes it from those of the JVM. Where the numbers are
 * missing the delay is always 0.
 */
final class RunDelay {

  private final Path tasks;
  private final String name;
  private final Map<String, Boolean> ours = new HashMap<>();

  private RunDelay(Path tasks, String name) {
    this.tasks = tasks;
    this.name = name;
  }

  /** Of the calling thread and of those that kernels start on it. */
  static RunDelay ofThisThread() {
    return of(Path.of("/proc/self/task"), read(Path.of("/proc/thread-self/comm")));
  }

  /**
   * For tests.
   *
   * @param tasks a folder like {@code /proc/self/task}
   * @param name of the threads that count
   */
  static RunDelay of(Path tasks, String name) {
    return new RunDelay(tasks, name);
  }

  /** In nanoseconds, since the threads began. */
  long nanos() {
    String[] threads = tasks.toFile().list();
    long sum = 0;
    if (threads != null) {
      for (String thread : threads) {
        if (ours.computeIfAbsent(thread, this::isOurs)) {
          sum += delay(thread);
        }
      }
    }
    return sum;
  }

  private boolean isOurs(String thread) {
    return read(tasks.resolve(thread).resolve("comm")).equals(name);
  }

  private long delay(String thread) {
    String[] numbers = read(tasks.resolve(thread).resolve("schedstat")).split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }

  /** Empty where there is no such file, or no longer. */
  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
