package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.MeasuredLimits;

/** Check of a backend's devices: which run holds a device, and whether its limits were measured. */
record DeviceCheck(Backend backend, Path results) {

  List<Requirement> all() {
    List<DeviceIdentity> devices = backend.devices();
    return Stream.concat(devices.stream().map(this::owner), devices.stream().map(this::limits))
        .toList();
  }

  /** Names the holder: the next run on a busy device waits or is refused. */
  private Requirement owner(DeviceIdentity device) {
    Path file = DeviceLock.file(DeviceLock.folder(System.getenv()), backend, device);
    return new Requirement(
        device.id(),
        true,
        false,
        DeviceLock.owner(file).map(owner -> "in use by " + owner).orElse("free, " + device.model()),
        "");
  }

  private Requirement limits(DeviceIdentity device) {
    Optional<MeasuredLimits> known = known(device);
    return new Requirement(
        "limits of " + device.id(),
        known.isPresent(),
        false,
        known
            .map(limits -> "measured " + limits.measured().truncatedTo(ChronoUnit.MINUTES))
            .orElse(
                "not measured under this driver: "
                    + Launcher.command(
                        "roofline KERNEL --device " + device.id() + Launcher.results(results))),
        "");
  }

  private Optional<MeasuredLimits> known(DeviceIdentity device) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      return store.shared().limits(backend.name(), device);
    } catch (EnvironmentException e) {
      return Optional.empty(); // An older file without limits.
    }
  }
}
