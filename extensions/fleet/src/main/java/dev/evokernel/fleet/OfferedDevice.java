package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.yaml.Printable;

/**
 * Device that a worker lends.
 *
 * @param backend the backend's name, for example {@code cuda}
 * @param identity the identity in the run, with the id on the worker's host
 * @param own the identity on the worker's host; another only with {@code evo worker --apart}
 * @param limits empty if only an opened device reports them
 * @param compilers compile workers of the host for this device, at least 1
 */
record OfferedDevice(
    String backend,
    DeviceIdentity identity,
    DeviceIdentity own,
    Optional<DeviceLimits> limits,
    int compilers) {

  private static final int MOST_COMPILERS = 1024;
  private static final int LONGEST_NAME = 200;
  private static final Pattern CONTROL = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  public OfferedDevice {
    requireName("A device's backend", backend);
    requireName("A device's id", identity.id());
    requireName("A device's model", identity.model());
    requireName("A device's driver", identity.driver());
    if (compilers < 1 || compilers > MOST_COMPILERS) {
      throw new IllegalArgumentException(
          "A device must have 1 to %d compile workers, was %d."
              .formatted(MOST_COMPILERS, compilers));
    }
  }

  /**
   * @param apart a suffix that makes the device a model of its own; empty for none
   */
  public static OfferedDevice of(Backend backend, DeviceIdentity own, String apart, int compilers) {
    var identity =
        apart.isEmpty()
            ? own
            : new DeviceIdentity(own.id(), own.model() + " (" + apart + ")", own.driver());
    return new OfferedDevice(backend.name(), identity, own, backend.limits(own), compilers);
  }

  /**
   * Checks a name that is printed and recorded.
   *
   * @throws IllegalArgumentException if the name is blank, long, or has control characters
   */
  public static String requireName(String what, String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME || CONTROL.matcher(name).find()) {
      throw new IllegalArgumentException(
          "%s must have 1 to %d printable characters on one line, was '%s'."
              .formatted(what, LONGEST_NAME, Printable.line(name)));
    }
    return name;
  }

  /** Returns whether times on the two devices are comparable. */
  public boolean isLike(OfferedDevice other) {
    return backend.equals(other.backend) && identity.model().equals(other.identity.model());
  }

  /** Devices by model, for example {@code cuda:0, cuda:1 (NVIDIA H200), cuda:2 (NVIDIA L4)}. */
  public static String text(List<OfferedDevice> devices) {
    return devices.stream()
        .collect(
            Collectors.groupingBy(
                device -> device.identity().model(),
                LinkedHashMap::new,
                Collectors.mapping(device -> device.identity().id(), Collectors.joining(", "))))
        .entrySet()
        .stream()
        .map(model -> "%s (%s)".formatted(model.getValue(), model.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** Device with its model, for example {@code cuda:0 (NVIDIA H200)}. */
  @Override
  public String toString() {
    return text(List.of(this));
  }
}
