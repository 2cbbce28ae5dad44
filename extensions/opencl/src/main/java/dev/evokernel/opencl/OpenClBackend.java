package dev.evokernel.opencl;

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
    return new OpenClRequirements(devices.get(), environment).list();
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
}
