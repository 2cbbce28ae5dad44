package dev.evokernel.cpu.host;

import module java.base;

import dev.evokernel.cpu.containment.ProcFile;

/**
 * Time for which the kernel's threads were ready to run but not running, because other processes
 * had the cores.
 *
 * <p>Linux counts this time for every thread (the second number of {@code schedstat}; see the
 * kernel's {@code sched-stats} document). A thread that a kernel starts, as OpenMP does, has the
 * name of its starting thread, which distinguishes it from threads of the JVM. Without these
 * numbers the delay is 0.
 */
public final class RunDelay {

  private final Path tasks;
  private final String name;
  private final Map<String, Boolean> ours = new HashMap<>();

  RunDelay(Path tasks, String name) {
    this.tasks = tasks;
    this.name = name;
  }

  /** Delay of the calling thread and of the threads that kernels start on it. */
  public static RunDelay ofThisThread() {
    return new RunDelay(
        Path.of("/proc/self/task"), ProcFile.text("/proc/thread-self/comm").strip());
  }

  /** Delay since the threads began, in nanoseconds. */
  public long nanos() {
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
    return text(thread, "comm").equals(name);
  }

  private long delay(String thread) {
    String[] numbers = text(thread, "schedstat").split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }

  private String text(String thread, String file) {
    return ProcFile.text(tasks.resolve(thread).resolve(file).toString()).strip();
  }
}
