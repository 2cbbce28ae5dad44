package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Threads of this process.
 *
 * <p>The JVM starts and ends threads of its own, and an OpenMP runtime keeps a pool of threads for
 * the next parallel region. Both wait in the code of a library that evo trusts. The system call and
 * the stack of a waiting thread show where it waits, so a new thread is tolerated once it was seen
 * waiting there. A thread that runs on, or waits in other code, belongs to a candidate: it may
 * disturb the next measurement, and its code has been unloaded.
 */
record Threads(Set<String> known) implements StateTrace {

  private static final String TASKS = "/proc/self/task";

  /**
   * Limit of the wait for new threads. An OpenMP runtime spins for up to 0.2 s after a parallel
   * region before its threads wait.
   */
  private static final long PATIENCE_NANOS = 500_000_000;

  private static final long PAUSE_NANOS = 200_000;

  static Threads now() {
    return new Threads(new HashSet<>(ProcFile.names(TASKS)));
  }

  @Override
  public List<String> changes() {
    List<String> strays = strangers();
    if (strays.isEmpty()) {
      return List.of();
    }
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    var waits = new WaitingPlaces();
    while (true) {
      strays.stream().filter(waits::isTrusted).forEach(known::add);
      strays = strangers();
      if (strays.isEmpty()) {
        return List.of();
      }
      if (System.nanoTime() - deadline > 0) {
        var found = new ArrayList<String>();
        for (String thread : strays) {
          found.add("thread %s that %s".formatted(thread, waits.account(thread)));
        }
        return found;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  boolean seemsChanged() {
    return !strangers().isEmpty();
  }

  private List<String> strangers() {
    return ProcFile.names(TASKS).stream().filter(thread -> !known.contains(thread)).toList();
  }
}
