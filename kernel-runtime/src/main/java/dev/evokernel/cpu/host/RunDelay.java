package dev.evokernel.cpu.host;

import module java.base;

/**
 * Time for which a kernel's threads were ready to run but not running, because other processes had
 * the cores. The thread that launches counts its own.
 *
 * <p>Linux counts this time for every thread (the second number of {@code schedstat}; see the
 * kernel's {@code sched-stats} document). Without these numbers the delay is 0.
 *
 * @param tasks folder with a folder for each thread of the kernel's process
 * @param launching name of the thread that launches
 */
public record RunDelay(Path tasks, String launching) {

  /** Delay of a process's threads but the first. */
  public static RunDelay of(long process) {
    String first = Long.toString(process);
    return new RunDelay(Path.of("/proc", first, "task"), first);
  }

  /** Delay since the threads began, in nanoseconds. */
  public long nanos() {
    String[] threads = tasks.toFile().list();
    long sum = 0;
    if (threads != null && threads.length > 1) {
      for (String thread : threads) {
        if (!thread.equals(launching)) {
          sum += delay(tasks.resolve(thread));
        }
      }
    }
    return sum;
  }

  /** Whether the launching thread is the only one. */
  public boolean isOfOneThread() {
    String[] threads = tasks.toFile().list();
    return threads != null && threads.length == 1;
  }

  private static long delay(Path thread) {
    String[] numbers = ProcFile.text(thread.resolve("schedstat").toString()).strip().split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }
}
