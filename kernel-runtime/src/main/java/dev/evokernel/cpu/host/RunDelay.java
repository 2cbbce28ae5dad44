package dev.evokernel.cpu.host;

import module java.base;

/**
 * Time for which a kernel's threads were ready to run but not running, because other processes had
 * the cores.
 *
 * <p>Linux counts this time for every thread (the second number of {@code schedstat}; see the
 * kernel's {@code sched-stats} document). Without these numbers the delay is 0.
 *
 * @param tasks folder with a folder for each thread of the kernel's process
 */
public record RunDelay(Path tasks) {

  public static RunDelay of(long process) {
    return new RunDelay(Path.of("/proc", Long.toString(process), "task"));
  }

  /** Delay since the threads began, in nanoseconds. */
  public long nanos() {
    return Arrays.stream(threads()).mapToLong(thread -> delay(tasks.resolve(thread))).sum();
  }

  public int count() {
    return threads().length;
  }

  private String[] threads() {
    String[] threads = tasks.toFile().list();
    return threads == null ? new String[0] : threads;
  }

  private static long delay(Path thread) {
    String[] numbers = ProcFile.text(thread.resolve("schedstat").toString()).strip().split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }
}
