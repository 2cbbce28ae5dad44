package dev.evokernel.outcome;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a device was like while samples were taken, as far as it tells: of several looks, each
 * number is the worst.
 *
 * @param coreMegahertz the lowest clock of its cores
 * @param memoryMegahertz the lowest clock of its memory
 * @param watts the most power that it drew
 * @param celsius its highest temperature
 * @param load the most threads that wanted to run on its cores; of a processor
 * @param cores which of its cores could be used, for example {@code 0-3}; of a processor
 * @param throttles why its clocks were lower than they could be, at any time
 * @param neighbours the most other processes that had it open
 * @param shared whether another process computed on it
 * @param discarded samples that were thrown away because the device was throttled or disturbed
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

  private static final OptionalDouble NONE = OptionalDouble.empty();

  /** Of a device that tells nothing. */
  public static final DeviceState UNKNOWN =
      new DeviceState(
          NONE, NONE, NONE, NONE, NONE, Optional.empty(), Set.of(), OptionalInt.empty(), false, 0);

  public DeviceState {
    throttles = Set.copyOf(throttles);
    if (discarded < 0) {
      throw new IllegalArgumentException("Nobody threw away " + discarded + " samples.");
    }
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

  /** Nothing but why samples were thrown away, and how many. */
  public DeviceState discarding(int samples) {
    return new DeviceState(
        NONE, NONE, NONE, NONE, NONE, cores, throttles, neighbours, shared, discarded + samples);
  }

  /** This and a later look. */
  public DeviceState plus(DeviceState later) {
    return new DeviceState(
        either(coreMegahertz, later.coreMegahertz, Math::min),
        either(memoryMegahertz, later.memoryMegahertz, Math::min),
        either(watts, later.watts, Math::max),
        either(celsius, later.celsius, Math::max),
        either(load, later.load, Math::max),
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

  private static OptionalDouble either(
      OptionalDouble one, OptionalDouble other, DoubleBinaryOperator both) {
    if (one.isPresent() && other.isPresent()) {
      return OptionalDouble.of(both.applyAsDouble(one.getAsDouble(), other.getAsDouble()));
    }
    return one.isPresent() ? one : other;
  }
}
