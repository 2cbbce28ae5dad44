package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * Timer of launches on one queue.
 *
 * <p>With profiling events, the time of launches that follow each other directly is from the start
 * of the first to the end of the last, as the device recorded them. The first launches wait behind
 * a gate until {@value #HELD} are queued, so that the host's time to queue a launch lies between
 * launches only where a batch is longer and its launches are shorter. With the host's clock, the
 * time includes the way to the device and back.
 *
 * <p>Events that contradict the host's clock in several batches in a row lie.
 */
final class BatchTimer {

  /** Launches behind the gate. Drivers may block at a thousand queued commands. */
  private static final int HELD = 64;

  private static final int MOST_LIES = 5;

  private static final long TOLERATED_NANOS = 1_000_000;
  private static final long COMPARED_NANOS = 20_000_000;

  private final ClContext context;
  private final LaunchClock clock;
  private int lies;

  BatchTimer(ClContext context, LaunchClock clock) {
    this.context = context;
    this.clock = clock;
  }

  /**
   * Times launches that follow each other directly.
   *
   * @param doing completes "… while …"
   */
  long together(int launches, IntFunction<ClKernel> call, String doing) {
    context.finish(doing);
    return clock == LaunchClock.EVENTS
        ? byEvents(launches, call, doing)
        : byHost(
            () -> {
              for (int i = 0; i < launches; i++) {
                call.apply(i).enqueue(context);
              }
            },
            doing);
  }

  /** Times one launch by itself; the commands before it are not included. */
  long alone(ClKernel call, String doing) {
    if (clock == LaunchClock.HOST) {
      context.finish(doing);
      return byHost(() -> call.enqueue(context), doing);
    }
    try (ClEvent event = call.enqueueTimed(context, Optional.empty())) {
      event.await(doing);
      return event.end() - event.start();
    }
  }

  private long byHost(Runnable launches, String doing) {
    long began = System.nanoTime();
    launches.run();
    context.finish(doing);
    return System.nanoTime() - began;
  }

  private long byEvents(int launches, IntFunction<ClKernel> call, String doing) {
    var ends = new ArrayList<ClEvent>();
    try (ClEvent gate = context.gate()) {
      long began = Long.MIN_VALUE;
      try {
        for (int i = 0; i < launches; i++) {
          if (i == 0) {
            ends.add(call.apply(i).enqueueTimed(context, Optional.of(gate)));
          } else if (i == launches - 1) {
            ends.add(call.apply(i).enqueueTimed(context, Optional.empty()));
          } else {
            call.apply(i).enqueue(context);
          }
          if (i == Math.min(HELD, launches) - 1) {
            began = System.nanoTime();
            context.open(gate);
            context.flush(); // Before, some drivers would wait here for the gate.
          }
        }
      } finally {
        if (began == Long.MIN_VALUE) {
          context.open(gate);
        }
      }
      context.finish(doing);
      long host = System.nanoTime() - began;
      return honest(ends.getLast().end() - ends.getFirst().start(), host);
    } finally {
      ends.forEach(ClEvent::close);
    }
  }

  private long honest(long nanos, long host) {
    boolean lie =
        nanos <= 0
            || nanos > host + host / 20 + TOLERATED_NANOS
            || (host > COMPARED_NANOS && nanos < host / 4);
    lies = lie ? lies + 1 : 0;
    if (lies == MOST_LIES) {
      throw new EnvironmentException(
          "The profiling events of %s lie: by them a batch took %.3f ms, by the host's clock %.3f ms. Run again with the host's clock: %s=host"
              .formatted(context.device().model(), nanos / 1e6, host / 1e6, LaunchClock.CHOICE));
    }
    return nanos > 0 ? nanos : host;
  }
}
