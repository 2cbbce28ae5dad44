package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Labelled;

/** Use of a run's time, over all sessions. */
public record TimeBudget(
    Map<DeviceActivity, Duration> device,
    Map<CompilerActivity, Duration> compilers,
    long compiled,
    long cached) {

  public static final TimeBudget NONE = new TimeBudget(Map.of(), Map.of(), 0, 0);

  public TimeBudget {
    device = Map.copyOf(device);
    compilers = Map.copyOf(compilers);
  }

  public Duration of(DeviceActivity activity) {
    return device.getOrDefault(activity, Duration.ZERO);
  }

  public Duration of(CompilerActivity activity) {
    return compilers.getOrDefault(activity, Duration.ZERO);
  }

  public Duration deviceTime() {
    return sum(device.values());
  }

  public Duration compilerTime() {
    return sum(compilers.values());
  }

  public Duration searchTime() {
    return device(DeviceActivity::isSearch);
  }

  /** Share of the search in which the device evaluated candidates; 0 before the search. */
  public double busyShare() {
    Duration search = searchTime();
    return search.isZero()
        ? 0
        : (double) device(DeviceActivity::isWork).toNanos() / search.toNanos();
  }

  private Duration device(Predicate<DeviceActivity> activities) {
    return sum(
        device.entrySet().stream()
            .filter(entry -> activities.test(entry.getKey()))
            .map(Map.Entry::getValue)
            .toList());
  }

  public TimeBudget plus(TimeBudget other) {
    return new TimeBudget(
        sums(DeviceActivity.class, device, other.device),
        sums(CompilerActivity.class, compilers, other.compilers),
        compiled + other.compiled,
        cached + other.cached);
  }

  private static <A extends Enum<A>> Map<A, Duration> sums(
      Class<A> activities, Map<A, Duration> one, Map<A, Duration> other) {
    var sums = new EnumMap<A, Duration>(activities);
    sums.putAll(one);
    other.forEach((activity, time) -> sums.merge(activity, time, Duration::plus));
    return sums;
  }

  private static Duration sum(Collection<Duration> times) {
    return times.stream().reduce(Duration.ZERO, Duration::plus);
  }

  /** Use of the compile workers' time during a search. */
  public enum CompilerActivity implements Labelled {
    COMPILING,
    CACHED,
    WAITING
  }

  /** Use of a device's time; exactly one at every moment of a run. */
  public enum DeviceActivity implements Labelled {
    /** Starting processes and checking the reference, until the search begins. */
    STARTING,
    CHECKING,
    TIMING,
    LOADING,
    /** Exchanging messages and recording results while the device is idle. */
    BOOKKEEPING,
    /** Starting a process after a candidate hung or crashed the last one. */
    RESTARTING,
    WAITING,
    FINALS;

    public boolean isWork() {
      return switch (this) {
        case CHECKING, TIMING, LOADING -> true;
        case STARTING, BOOKKEEPING, RESTARTING, WAITING, FINALS -> false;
      };
    }

    public boolean isSearch() {
      return this != STARTING && this != FINALS;
    }
  }
}
