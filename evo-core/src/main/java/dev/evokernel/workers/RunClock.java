package dev.evokernel.workers;

import module java.base;

import dev.evokernel.outcome.Spent;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.worker.protocol.Evaluated;

/** The clocks of one session of a run, and its time sheet. */
public record RunClock(
    LongSupplier nanoClock, InstantSource clock, Stopwatch stopwatch, Timesheet timesheet) {

  public long nanos() {
    return nanoClock.getAsLong();
  }

  /** A stopwatch for the time of a run, earlier sessions included. */
  public record Stopwatch(LongSupplier nanoClock, long startedNanos, long earlierNanos) {

    public Stopwatch(LongSupplier nanoClock, long earlierNanos) {
      this(nanoClock, nanoClock.getAsLong(), earlierNanos);
    }

    public Duration spent() {
      return Duration.ofNanos(earlierNanos + nanoClock.getAsLong() - startedNanos);
    }
  }

  /** The time use of one session. Thread-safe. */
  public static final class Timesheet {

    private final TimeBudget earlier;
    private final Map<DeviceActivity, Duration> device = new EnumMap<>(DeviceActivity.class);
    private final Map<CompilerActivity, Duration> compilers = new EnumMap<>(CompilerActivity.class);
    private long compiled;
    private long cached;

    public Timesheet(TimeBudget earlier) {
      this.earlier = earlier;
    }

    public synchronized void device(DeviceActivity activity, long nanos) {
      device.merge(activity, Duration.ofNanos(nanos), Duration::plus);
    }

    /**
     * Adds one evaluation: the durations that the device worker reported, and the remainder as
     * messages.
     */
    public synchronized void device(Evaluated assessment, long nanos) {
      Spent spent = assessment.spent();
      device(DeviceActivity.LOADING, spent.load());
      device(DeviceActivity.CHECKING, spent.check());
      device(DeviceActivity.TIMING, spent.time());
      device(DeviceActivity.RESTARTING, assessment.lostNanos());
      device(
          DeviceActivity.BOOKKEEPING, Math.max(0, nanos - spent.total() - assessment.lostNanos()));
    }

    public synchronized void compiler(CompilerActivity activity, long nanos) {
      compilers.merge(activity, Duration.ofNanos(nanos), Duration::plus);
      switch (activity) {
        case COMPILING -> compiled++;
        case CACHED -> cached++;
        case WAITING -> {}
      }
    }

    public synchronized TimeBudget soFar() {
      return earlier.plus(new TimeBudget(device, compilers, compiled, cached));
    }
  }
}
