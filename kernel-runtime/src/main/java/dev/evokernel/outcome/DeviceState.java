package dev.evokernel.outcome;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The state of a device while samples were taken, as far as the device tells it: of several looks,
 * each part is the worst.
 *
 * @param readings its clocks, power, temperature and load
 * @param cores which of its cores could be used, for example {@code 0-3}; of a processor
 * @param throttles why its clocks were lower than they could be, at any time
 * @param neighbours the most other processes that had it open
 * @param shared whether another process computed on it
 * @param discarded samples that were discarded because the device was throttled or disturbed
 */
public record DeviceState(
    DeviceReadings readings,
    Optional<String> cores,
    Set<Throttle> throttles,
    OptionalInt neighbours,
    boolean shared,
    int discarded) {

  /** Of a device that tells nothing. */
  public static final DeviceState UNKNOWN =
      new DeviceState(
          DeviceReadings.NONE, Optional.empty(), Set.of(), OptionalInt.empty(), false, 0);

  public DeviceState {
    throttles = Set.copyOf(throttles);
    if (discarded < 0) {
      throw new IllegalArgumentException("discarded must be ≥ 0, was " + discarded + ".");
    }
  }

  /** The lowest clock of its cores. */
  public OptionalDouble coreMegahertz() {
    return readings.coreMegahertz();
  }

  /** The lowest clock of its memory. */
  public OptionalDouble memoryMegahertz() {
    return readings.memoryMegahertz();
  }

  /** The most power that it drew. */
  public OptionalDouble watts() {
    return readings.watts();
  }

  /** Its highest temperature. */
  public OptionalDouble celsius() {
    return readings.celsius();
  }

  /** The most threads that wanted to run on its cores; of a processor. */
  public OptionalDouble load() {
    return readings.load();
  }

  /** Whether samples that were taken meanwhile say nothing about a program. */
  public boolean isDisturbed() {
    return shared || throttles.stream().anyMatch(Throttle::spoils);
  }

  /** What disturbs it, in words; empty when nothing does. */
  public String disturbance() {
    return Stream.concat(
            throttles.stream().filter(Throttle::spoils).sorted().map(Throttle::label),
            shared ? Stream.of("another process computes on it") : Stream.empty())
        .collect(Collectors.joining(", "));
  }

  /** This state without its readings, with so many more samples discarded. */
  public DeviceState discarding(int samples) {
    return new DeviceState(
        DeviceReadings.NONE, cores, throttles, neighbours, shared, discarded + samples);
  }

  /** This and a later look. */
  public DeviceState plus(DeviceState later) {
    return new DeviceState(
        readings.plus(later.readings),
        later.cores.or(() -> cores),
        union(later),
        later.neighbours.isEmpty() || neighbours.orElse(-1) > later.neighbours.getAsInt()
            ? neighbours
            : later.neighbours,
        shared || later.shared,
        discarded + later.discarded);
  }

  private Set<Throttle> union(DeviceState later) {
    Set<Throttle> all = EnumSet.noneOf(Throttle.class);
    all.addAll(throttles);
    all.addAll(later.throttles);
    return all;
  }
}
