package dev.evokernel.fleet.wire;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A device that a worker lends.
 *
 * @param backend its name, for example {@code cuda}
 * @param identity with its id on the worker's host
 * @param limits empty where only an opened device tells them
 * @param compilers how many compile workers its host has for it, at least 1
 */
public record OfferedDevice(
    String backend, DeviceIdentity identity, Optional<DeviceLimits> limits, int compilers) {

  public static OfferedDevice of(Backend backend, DeviceIdentity identity, int compilers) {
    return new OfferedDevice(backend.name(), identity, backend.limits(identity), compilers);
  }

  /** Whether times of the two can be compared. */
  public boolean isLike(OfferedDevice other) {
    return backend.equals(other.backend) && identity.model().equals(other.identity.model());
  }

  /** For example {@code cuda:0, cuda:1 (NVIDIA H200), cuda:2 (NVIDIA L4)}. */
  public static String text(List<OfferedDevice> devices) {
    return devices.stream()
        .collect(
            Collectors.groupingBy(
                one -> one.identity().model(),
                LinkedHashMap::new,
                Collectors.mapping(one -> one.identity().id(), Collectors.joining(", "))))
        .entrySet()
        .stream()
        .map(one -> "%s (%s)".formatted(one.getValue(), one.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** For example {@code cuda:0 (NVIDIA H200)}. */
  @Override
  public String toString() {
    return text(List.of(this));
  }
}
