package dev.evokernel.cpu;

import module java.base;

/**
 * Time for which a kernel's threads were ready to run but not running, because other processes had
 * the cores. The thread that launches reads its own, because it also waits after its launches, for
 * the judge.
 *
 * <p>Linux counts this time for every thread (the second number of {@code schedstat}; see the
 * kernel's {@code sched-stats} document). Without these numbers the delay is 0.
 */
public record RunDelay(Path tasks, String launching) {

  public static RunDelay of(long process) {
    String first = Long.toString(process);
    return new RunDelay(Path.of("/proc", first, "task"), first);
  }

  public long nanos() {
    return others().mapToLong(thread -> delay(tasks.resolve(thread))).sum();
  }

  public boolean hasOthers() {
    return others().findAny().isPresent();
  }

  private Stream<String> others() {
    String[] threads = tasks.toFile().list();
    return threads == null
        ? Stream.empty()
        : Arrays.stream(threads).filter(thread -> !thread.equals(launching));
  }

  private static long delay(Path thread) {
    String[] numbers = HostCpu.text(thread.resolve("schedstat")).strip().split(" ", -1);
    return numbers.length > 1 ? Long.parseLong(numbers[1]) : 0;
  }
}
