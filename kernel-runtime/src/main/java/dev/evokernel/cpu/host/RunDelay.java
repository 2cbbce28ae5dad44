package dev.evokernel.cpu.host;

import module java.base;

/**
 * Time for which the kernel's threads, and the one that times them, were ready to run but not
 * running, because other processes had the cores.
 *
 * <p>Linux counts this time for every thread (the second number of {@code schedstat}; see the
 * kernel's {@code sched-stats} document). Without these numbers the delay is 0.
 *
 * @param tasks folder with a folder for each thread of the kernel's process
 * @param own folder of the thread that times
 */
public record RunDelay(Path tasks, Path own) {

  /** Delay of a process's threads and of the calling thread. */
  public static RunDelay of(long process) {
    return new RunDelay(
        Path.of("/proc", Long.toString(process), "task"), Path.of("/proc/thread-self"));
  }

  /** Delay since the threads began, in nanoseconds. */
  public long nanos() {
    String[] threads = tasks.toFile().list();
    long sum = delay(own);
    if (threads != null) {
      for (String thread : threads) {
        sum += delay(tasks.resolve(thread));
      }
    }
    return sum;
  }

  /** Number of the process's threads. */
  public int threads() {
    String[] threads = tasks.toFile().list();
    return threads == null ? 0 : threads.length;
  }

  private static long delay(Path thread) {
    String[] numbers = ProcFile.text(thread.resolve("schedstat").toString()).strip().split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }
}
