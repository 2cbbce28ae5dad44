package dev.evokernel.bench.study;

import dev.evokernel.health.Pause;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** When the parts of finals were under way, on whichever device. Thread-safe. */
final class Spans {

  /** What finals consist of. */
  enum Part {
    EXAMINING,
    PROCESSES,
    SANITIZING
  }

  /**
   * @param began the first of them
   * @param ended the last of them
   * @param count how many there were
   * @param nanos of all together
   */
  private record Span(long began, long ended, int count, long nanos) {

    private Span and(Span later) {
      return new Span(
          Math.min(began, later.began),
          Math.max(ended, later.ended),
          count + later.count,
          nanos + later.nanos);
    }
  }

  private final Map<Part, Span> spans = new EnumMap<>(Part.class);

  /** Waits for so long, which is time of this part. */
  void take(Part part, Duration time) throws InterruptedException {
    long began = System.nanoTime();
    Pause.real().sleep(time);
    long ended = System.nanoTime();
    synchronized (this) {
      spans.merge(part, new Span(began, ended, 1, ended - began), Span::and);
    }
  }

  /** Forgets what was so far: examinations of the search. */
  synchronized void clear() {
    spans.clear();
  }

  /** From the begin of the first to the end of the last. */
  synchronized Duration wall(Part part) {
    Span span = spans.get(part);
    return span == null ? Duration.ZERO : Duration.ofNanos(span.ended() - span.began());
  }

  /** Of all of them together, as one device would take. */
  synchronized Duration sum(Part part) {
    Span span = spans.get(part);
    return span == null ? Duration.ZERO : Duration.ofNanos(span.nanos());
  }

  synchronized int count(Part part) {
    Span span = spans.get(part);
    return span == null ? 0 : span.count();
  }
}
