package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.text.Launcher;

/**
 * Device of a run, or several devices of one model. Work for a single device takes the first.
 *
 * @param named the devices as a job names them, for example {@code cuda:0} or {@code cuda:all}
 * @param because why preferred devices were skipped, as text; empty where the user named the
 *     devices
 */
public record ChosenDevice(
    Backend backend, List<DeviceIdentity> devices, String named, String because) {

  private static final String ALL = ":all";

  public ChosenDevice {
    devices = List.copyOf(devices);
  }

  public ChosenDevice(Backend backend, DeviceIdentity device, String because) {
    this(backend, List.of(device), device.id(), because);
  }

  public DeviceIdentity device() {
    return devices.getFirst();
  }

  /** Each device as its own choice, in an order that depends only on the machine. */
  public List<ChosenDevice> apart() {
    return devices.stream()
        .sorted(Comparator.comparing(backend::physicalName))
        .map(device -> new ChosenDevice(backend, device, because))
        .toList();
  }

  /**
   * Finds the devices that a job requests.
   *
   * @param wish {@code auto}, a backend such as {@code cuda}, a device such as {@code cuda:0},
   *     several devices separated by commas, or {@code cuda:all} for all devices of the first's
   *     model
   * @throws BadInputException if the kernel has no section for the backend, a device is named
   *     twice, or the devices differ in model
   * @throws EnvironmentException if this machine lacks a device
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
              + ". Choose another 'device', or add the section to kernel.yaml.");
    }
    if (wish.equals(backend.name() + ALL)) {
      return all(wish, backend);
    }
    List<DeviceIdentity> devices =
        Arrays.stream(wish.split(",", -1)).map(id -> one(id.strip(), backend)).toList();
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
    String model = all.getFirst().model();
    return new ChosenDevice(
        backend,
        all.stream().filter(device -> device.model().equals(model)).toList(),
        wish,
        all.stream()
            .filter(device -> !device.model().equals(model))
            .map(device -> device.id() + " is another model, " + device.model() + "; ")
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
            "The device '%s' is named twice. Name each device once.".formatted(device.id()));
      }
    }
  }

  private static void requireOneModel(List<DeviceIdentity> devices) {
    DeviceIdentity first = devices.getFirst();
    for (DeviceIdentity other : devices) {
      if (!other.model().equals(first.model())) {
        throw new BadInputException(
            "%s is a %s and %s a %s, but one run measures on devices of one model. Name devices of one model, or start a run for each model."
                .formatted(first.id(), first.model(), other.id(), other.model()));
      }
    }
  }

  /** Prefers devices of their own to the cores that also compile, then the earlier name. */
  private static ChosenDevice best(List<String> sections) {
    var passedOver = new StringBuilder();
    var all = new ArrayList<>(Backend.all());
    for (Backend other : all) {
      if (!sections.contains(other.name())) {
        passedOver.append("the kernel has no section for ").append(other.name()).append("; ");
      }
    }
    all.removeIf(backend -> !sections.contains(backend.name()));
    all.sort(Comparator.comparing(Backend::compilingDisturbsTiming));
    for (Backend backend : all) {
      if (backend.devices().isEmpty()) {
        passedOver.append(absence(backend)).append("; ");
      } else {
        return new ChosenDevice(backend, backend.devices().getFirst(), passedOver.toString());
      }
    }
    throw new EnvironmentException(
        "No device can run this kernel: "
            + passedOver
            + "for details run "
            + Launcher.command("doctor"));
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
        "This machine has no device '"
            + wish
            + "'"
            + (present.isEmpty() ? "." : ", only " + present + ".")
            + (lacking.isEmpty() ? "" : " " + lacking)
            + " Maybe use 'device: auto'.");
  }
}
