package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/** Backend for kernels in OpenCL C, on the GPUs of this machine or on its processor. */
public final class OpenClBackend implements Backend {

  /** Asked only where OpenCL is wanted: drivers are large, and start threads. */
  private final Supplier<ClDevices> devices;

  private final Map<String, String> environment;

  public OpenClBackend() {
    this(ClDevices::ofThisMachine, System.getenv());
  }

  OpenClBackend(Supplier<ClDevices> devices, Map<String, String> environment) {
    this.devices = devices;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return "opencl";
  }

  @Override
  public boolean loadsDrivers() {
    return ClDevices.hasDrivers();
  }

  @Override
  public List<DeviceIdentity> devices() {
    return List.copyOf(usable().keySet());
  }

  private SequencedMap<DeviceIdentity, ClDevice> usable() {
    var usable = new LinkedHashMap<DeviceIdentity, ClDevice>();
    for (ClDevice device : devices.get().usable()) {
      usable.put(
          new DeviceIdentity(
              name() + ":" + usable.size(),
              device.model(),
              device.version() + ", " + LaunchClock.of(device, environment).label()),
          device);
    }
    return usable;
  }

  @Override
  public List<Requirement> requirements() {
    return new Requirements(devices.get(), environment).list();
  }

  @Override
  public Optional<DeviceLimits> limits(DeviceIdentity device) {
    return find(device).map(OpenClLimits::of);
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    return new OpenClCompiler(ClContext.open(present(device)), binaries(cache), environment);
  }

  @Override
  public BinaryCache binaries(Path cache) {
    return new BinaryCache(new CacheFolder(cache), "clbin");
  }

  @Override
  public Device open(DeviceIdentity identity) {
    ClDevice device = present(identity);
    LaunchClock.check(device, environment);
    return new OpenClDevice(identity, ClContext.open(device), LaunchClock.of(device, environment));
  }

  /**
   * Name that the same device has for other backends, so that their runs exclude each other:
   * NVIDIA's UUID of a GPU, and the machine's cores.
   */
  @Override
  public String physicalName(DeviceIdentity identity) {
    return find(identity)
        .flatMap(
            device ->
                device.isProcessor()
                    ? OpenClLimits.processor().map(DeviceIdentity::id)
                    : device.uuid())
        .orElse(identity.id());
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return usable().values().stream().findFirst().map(ClDevice::isProcessor).orElse(true);
  }

  private Optional<ClDevice> find(DeviceIdentity identity) {
    return Optional.ofNullable(usable().get(identity));
  }

  private ClDevice present(DeviceIdentity identity) {
    return find(identity)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "The device %s (%s, %s) is not there. Available: %s. Choose another device, or list the drivers' devices: clinfo -l."
                        .formatted(
                            identity.id(),
                            identity.model(),
                            identity.driver(),
                            devices().stream().map(DeviceIdentity::id).toList())));
  }

  /** Requirements of the backend on the machine. */
  private record Requirements(ClDevices devices, Map<String, String> environment) {

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
}
