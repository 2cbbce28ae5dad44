package dev.evokernel.dashboard;

import module java.base;

/** Streams of the open pages, limited in number and in the time of a pending write. */
final class OpenStreams {

  private static final int MOST = 24;
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

  private final Map<Thread, EventStream> open = new ConcurrentHashMap<>();

  /** Registers the current thread's stream; false if the limit is reached. */
  synchronized boolean add(EventStream stream) {
    if (open.size() >= MOST) {
      return false;
    }
    open.put(Thread.currentThread(), stream);
    return true;
  }

  void remove() {
    open.remove(Thread.currentThread());
  }

  /** Closes streams whose client does not read, by an interrupt. */
  void endOverdue() {
    long now = System.nanoTime();
    open.forEach(
        (thread, stream) -> {
          long since = stream.waitingSince();
          if (since != 0 && now - since > PATIENCE) {
            thread.interrupt();
          }
        });
  }
}
