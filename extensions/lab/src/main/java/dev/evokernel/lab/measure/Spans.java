package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.replay.simulated.SimulatedPace;
import dev.evokernel.replay.simulated.SimulatedPace.Part;

/** Times at which the parts of a run were under way, over all devices. Thread-safe. */
final class Spans implements SimulatedPace.Passing {

  /**
   * @param began start of the first
   * @param ended end of the last
   * @param nanos sum of the durations
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

  /** Waits for the time and records it for the part. */
  @Override
  public void pass(Part part, Duration time) throws InterruptedException {
    long began = System.nanoTime();
    Thread.sleep(time);
    long ended = System.nanoTime();
    synchronized (this) {
      spans.merge(part, new Span(began, ended, 1, ended - began), Span::and);
    }
  }

  synchronized void clear() {
    spans.clear();
  }

  /** Time from the start of the first to the end of the last. */
  synchronized Duration wall(Part part) {
    Span span = spans.get(part);
    return span == null ? Duration.ZERO : Duration.ofNanos(span.ended() - span.began());
  }

  /** Sum of the durations, as on a single device. */
  synchronized Duration sum(Part part) {
    Span span = spans.get(part);
    return span == null ? Duration.ZERO : Duration.ofNanos(span.nanos());
  }

  synchronized int count(Part part) {
    Span span = spans.get(part);
    return span == null ? 0 : span.count();
  }
}
