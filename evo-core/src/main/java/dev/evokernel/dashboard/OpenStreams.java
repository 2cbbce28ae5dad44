package dev.evokernel.dashboard;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of the open pages: at most so many, and none that waits for its client for long. */
final class OpenStreams {

  private static final int MOST = 24;
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

  private final Map<Thread, EventStream> open = new ConcurrentHashMap<>();

  /** The current thread writes one from now on; false if there are too many. */
  synchronized boolean add(EventStream stream) {
    if (open.size() >= MOST) {
      return false;
    }
    open.put(Thread.currentThread(), stream);
    return true;
  }

  /** The current thread's has ended. */
  void remove() {
    open.remove(Thread.currentThread());
  }

  /** Ends those whose client takes nothing: an interrupt closes the connection. */
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
