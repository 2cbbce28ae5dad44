package dev.evokernel.outcome;

import module java.base;

/**
 * State of a device while samples were taken: the worst of each part over several looks. Unknown
 * readings are empty.
 *
 * @param coreMegahertz lowest clock
 * @param memoryMegahertz lowest clock
 * @param watts highest power
 * @param celsius highest temperature
 * @param load maximum number of runnable threads on a CPU's cores
 * @param cores usable cores of a CPU, for example {@code 0-3}
 * @param throttles reasons for lowered clocks, at any time
 * @param neighbours maximum number of other processes that had the device open
 * @param shared whether another process computed on the device
 * @param discarded number of samples discarded because the device was throttled or disturbed
 */
public record DeviceState(
    OptionalDouble coreMegahertz,
    OptionalDouble memoryMegahertz,
    OptionalDouble watts,
    OptionalDouble celsius,
    OptionalDouble load,
    Optional<String> cores,
    Set<Throttle> throttles,
    OptionalInt neighbours,
    boolean shared,
    int discarded) {

  public static final DeviceState UNKNOWN =
      unread(Optional.empty(), Set.of(), OptionalInt.empty(), false, 0);

  public DeviceState {
    throttles = Set.copyOf(throttles);
    if (discarded < 0) {
      throw new IllegalArgumentException("discarded must be ≥ 0, was " + discarded + ".");
    }
  }

  public static DeviceState unread(
      Optional<String> cores,
      Set<Throttle> throttles,
      OptionalInt neighbours,
      boolean shared,
      int discarded) {
    OptionalDouble none = OptionalDouble.empty();
    return new DeviceState(
        none, none, none, none, none, cores, throttles, neighbours, shared, discarded);
  }

  /** Whether samples of this period must be discarded. */
  public boolean isDisturbed() {
    return shared || throttles.stream().anyMatch(Throttle::disturbs);
  }

  public String disturbance() {
    return Stream.concat(
            throttles.stream().filter(Throttle::disturbs).sorted().map(Throttle::label),
            shared ? Stream.of("another process computes on it") : Stream.empty())
        .collect(Collectors.joining(", "));
  }

  /** Drops the readings and adds to the discarded samples. */
  public DeviceState discarding(int samples) {
    return unread(cores, throttles, neighbours, shared, discarded + samples);
  }

  /** Combines this state with a later look. */
  public DeviceState plus(DeviceState later) {
    return new DeviceState(
        worse(coreMegahertz, later.coreMegahertz, Math::min),
        worse(memoryMegahertz, later.memoryMegahertz, Math::min),
        worse(watts, later.watts, Math::max),
        worse(celsius, later.celsius, Math::max),
        worse(load, later.load, Math::max),
        later.cores.or(() -> cores),
        union(later),
        later.neighbours.isEmpty() || neighbours.orElse(-1) > later.neighbours.getAsInt()
            ? neighbours
            : later.neighbours,
        shared || later.shared,
        discarded + later.discarded);
  }

  private static OptionalDouble worse(
      OptionalDouble a, OptionalDouble b, DoubleBinaryOperator worse) {
    if (a.isPresent() && b.isPresent()) {
      return OptionalDouble.of(worse.applyAsDouble(a.getAsDouble(), b.getAsDouble()));
    }
    return a.isPresent() ? a : b;
  }

  private Set<Throttle> union(DeviceState later) {
    Set<Throttle> all = EnumSet.noneOf(Throttle.class);
    all.addAll(throttles);
    all.addAll(later.throttles);
    return all;
  }
}
