package dev.evokernel.tuning;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Requirement;
import dev.evokernel.kernel.Launcher;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The device that work runs on.
 *
 * @param because why the devices before it were passed over, as text; empty where it was named
 */
public record ChosenDevice(Backend backend, DeviceIdentity device, String because) {

  /** Backends in the order in which {@code auto} prefers them. */
  private static final List<String> PREFERENCE = List.of("cuda", "cpu");

  /**
   * Finds the device that a job asks for.
   *
   * @param wish {@code auto}, a backend such as {@code cuda}, or a device such as {@code cuda:0}
   * @param sections the backends that the kernel has a section for
   * @throws BadInputException if the kernel has no section for it
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
    return backend.devices().stream()
        .filter(device -> device.id().equals(wish) || backend.name().equals(wish))
        .findFirst()
        .map(device -> new ChosenDevice(backend, device, ""))
        .orElseThrow(() -> missing(wish, backend));
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
