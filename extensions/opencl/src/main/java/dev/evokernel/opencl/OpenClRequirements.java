package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Requirement;

/**
 * Requirements of the backend on the machine.
 *
 * @param environment variables of the loader and of evo
 */
record OpenClRequirements(ClDevices devices, Map<String, String> environment) {

  List<Requirement> list() {
    return List.of(loader(), driver(), device(), clock());
  }

  private static Requirement loader() {
    return Requirement.of(
        "OpenCL loader",
        true,
        ClDevices.hasLoader() ? Optional.of("libOpenCL.so.1") : Optional.empty(),
        "no libOpenCL.so.1",
        ClDevices.INSTALL_LOADER);
  }

  private Requirement driver() {
    Path vendors = ClDevices.vendors(environment);
    return Requirement.of(
        "OpenCL driver",
        true,
        joined(devices.all().stream().map(ClDevice::platformName).distinct()),
        "no driver (ICD) in " + vendors + " that has a device",
        "Install the driver of your device; on any processor PoCL is enough, for example with 'apt-get install pocl-opencl-icd'. In a container, its file must lie in %s."
            .formatted(vendors));
  }

  private Requirement device() {
    List<ClDevice> usable = devices.usable();
    String lacking =
        devices.all().stream()
            .flatMap(device -> device.lack().stream().map(lack -> device.model() + " " + lack))
            .collect(Collectors.joining("; "));
    return Requirement.of(
        "OpenCL device",
        true,
        joined(
            IntStream.range(0, usable.size())
                .mapToObj(i -> "opencl:%d is %s".formatted(i, usable.get(i).model()))),
        lacking.isEmpty() ? "none" : lacking,
        devices.all().isEmpty()
            ? "Run on a machine with such a device, or install PoCL for its processor."
            : "Use another device. %s=cpu offers the processor, %s=gpu everything else."
                .formatted(ClDevices.CHOICE, ClDevices.CHOICE));
  }

  private Requirement clock() {
    return Requirement.of(
        "clock of launches",
        false,
        joined(
            devices.usable().stream()
                .map(device -> LaunchClock.of(device, environment).label())
                .distinct()),
        "no device",
        "%s=host uses the host's clock.".formatted(LaunchClock.CHOICE));
  }

  private static Optional<String> joined(Stream<String> texts) {
    return texts.reduce((all, next) -> all + ", " + next);
  }
}
