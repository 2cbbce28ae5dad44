package dev.evokernel.tuning.device;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.Launcher;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The device that work runs on, or several of one model. What needs only one takes the first.
 *
 * @param devices at least one
 * @param named how a job names them, for example {@code cuda:0} or {@code cuda:all}
 * @param because why the devices before them were passed over, as text; empty where they were named
 */
public record ChosenDevice(
    Backend backend, List<DeviceIdentity> devices, String named, String because) {

  private static final String ALL = ":all";

  /** Backends in the order in which {@code auto} prefers them. */
  private static final List<String> PREFERENCE = List.of("cuda", "cpu");

  public ChosenDevice {
    devices = List.copyOf(devices);
  }

  /** A single one. */
  public ChosenDevice(Backend backend, DeviceIdentity device, String because) {
    this(backend, List.of(device), device.id(), because);
  }

  /** The first, or the only one. */
  public DeviceIdentity device() {
    return devices.getFirst();
  }

  /** Each by itself, in an order that depends on the machine alone. */
  public List<ChosenDevice> apart() {
    return devices.stream()
        .sorted(Comparator.comparing(backend::physicalName))
        .map(device -> new ChosenDevice(backend, device, because))
        .toList();
  }

  /**
   * Finds the device that a job asks for, or the devices.
   *
   * @param wish {@code auto}, a backend such as {@code cuda}, a device such as {@code cuda:0},
   *     several with commas, or {@code cuda:all} for all of the first one's model
   * @param sections the backends that the kernel has a section for
   * @throws BadInputException if the kernel has no section for it, a device is named twice, or they
   *     are of different models
   * @throws EnvironmentException if this machine has no such device
   */
  public static ChosenDevice choose(String wish, List<String> sections) {
    if (wish.equals("auto")) {
      return best(sections);
    }
    Backend backend = Backend.named(wish.split(":", 2)[0]);
    if (!sections.contains(backend.name())) {
      throw new BadInputException(
          "The kernel has no section for the backend '"
              + backend.name()
              + "', only for "
              + sections
              + ". Maybe choose another 'device', or add the section to kernel.yaml.");
    }
    if (wish.equals(backend.name() + ALL)) {
      return all(wish, backend);
    }
    List<DeviceIdentity> devices =
        Arrays.stream(wish.split(",", -1)).map(one -> one(one.strip(), backend)).toList();
    requireDistinct(devices);
    requireOneModel(devices);
    return new ChosenDevice(
        backend,
        devices,
        devices.stream().map(DeviceIdentity::id).collect(Collectors.joining(",")),
        "");
  }

  private static ChosenDevice all(String wish, Backend backend) {
    List<DeviceIdentity> all = backend.devices();
    if (all.isEmpty()) {
      throw missing(wish, backend);
    }
    Map<Boolean, List<DeviceIdentity>> alike =
        all.stream()
            .collect(Collectors.partitioningBy(one -> one.model().equals(all.getFirst().model())));
    return new ChosenDevice(
        backend,
        Objects.requireNonNull(alike.get(true)),
        wish,
        Objects.requireNonNull(alike.get(false)).stream()
            .map(other -> other.id() + " is another model, " + other.model() + "; ")
            .collect(Collectors.joining()));
  }

  private static DeviceIdentity one(String wish, Backend backend) {
    return backend.devices().stream()
        .filter(device -> device.id().equals(wish) || backend.name().equals(wish))
        .findFirst()
        .orElseThrow(() -> missing(wish, backend));
  }

  private static void requireDistinct(List<DeviceIdentity> devices) {
    var seen = new HashSet<String>();
    for (DeviceIdentity device : devices) {
      if (!seen.add(device.id())) {
        throw new BadInputException(
            "The device '%s' is named twice. Name each once.".formatted(device.id()));
      }
    }
  }

  private static void requireOneModel(List<DeviceIdentity> devices) {
    DeviceIdentity first = devices.getFirst();
    for (DeviceIdentity other : devices) {
      if (!other.model().equals(first.model())) {
        throw new BadInputException(
            "%s is a %s and %s a %s: one run measures on devices of one model. Name those of one, or begin a run for each model."
                .formatted(first.id(), first.model(), other.id(), other.model()));
      }
    }
  }

  private static ChosenDevice best(List<String> sections) {
    var passedOver = new StringBuilder();
    for (String name : PREFERENCE) {
      Optional<Backend> found =
          Backend.all().stream().filter(backend -> backend.name().equals(name)).findFirst();
      if (found.isEmpty()) {
        continue;
      }
      Backend backend = found.get();
      if (!sections.contains(name)) {
        passedOver.append("the kernel has no section for ").append(name).append("; ");
      } else if (backend.devices().isEmpty()) {
        passedOver.append(absence(backend)).append("; ");
      } else {
        return new ChosenDevice(backend, backend.devices().getFirst(), passedOver.toString());
      }
    }
    throw new EnvironmentException(
        "No device can run this kernel: "
            + passedOver
            + Launcher.command("doctor")
            + " says more.");
  }

  private static String absence(Backend backend) {
    return backend.requirements().stream()
        .filter(requirement -> !requirement.present() && requirement.needed())
        .map(requirement -> "no " + backend.name() + " device: " + requirement.found())
        .findFirst()
        .orElse("no " + backend.name() + " device");
  }

  private static EnvironmentException missing(String wish, Backend backend) {
    List<String> present = backend.devices().stream().map(DeviceIdentity::id).toList();
    String lacking =
        backend.requirements().stream()
            .filter(requirement -> !requirement.present() && requirement.needed())
            .map(Requirement::remedy)
            .collect(Collectors.joining(" "));
    return new EnvironmentException(
        "There is no device '"
            + wish
            + "' here"
            + (present.isEmpty() ? "." : ", only " + present + ".")
            + (lacking.isEmpty() ? "" : " " + lacking)
            + " Maybe 'device: auto'.");
  }
}
