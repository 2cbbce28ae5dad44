package dev.evokernel.cuda;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Requirement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** CUDA C++ on NVIDIA GPUs, compiled with NVRTC or nvcc. */
public final class CudaBackend implements Backend {

  private final Map<String, String> environment;
  private final Path root;
  private final List<String> driverLibraries;

  /** This machine's. */
  public CudaBackend() {
    this(System.getenv(), Path.of("/"), Driver.LIBRARIES);
  }

  /**
   * Another machine's.
   *
   * @param environment its variables
   * @param root below which its files lie
   * @param driverLibraries where its driver is looked for, names or files
   */
  CudaBackend(Map<String, String> environment, Path root, List<String> driverLibraries) {
    this.environment = Map.copyOf(environment);
    this.root = root;
    this.driverLibraries = List.copyOf(driverLibraries);
  }

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public List<DeviceIdentity> devices() {
    return switch (driver()) {
      case Driver.Absent _ -> List.of();
      case Driver.Present present when present.cuda() < Driver.OLDEST -> List.of();
      case Driver.Present present ->
          present.gpus().stream()
              .map(gpu -> new DeviceIdentity(gpu.id(), gpu.name(), present.version()))
              .toList();
    };
  }

  @Override
  public List<Requirement> requirements() {
    Driver driver = driver();
    return new Requirements(driver, toolkit(driver), root).list();
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    throw new EnvironmentException("later");
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return false;
  }

  @Override
  public Device open(DeviceIdentity device) {
    throw new EnvironmentException("later");
  }

  private Driver driver() {
    return Driver.probe(driverLibraries, root);
  }

  private Toolkit toolkit(Driver driver) {
    int newest = driver instanceof Driver.Present present ? present.cuda() / 1000 : 99;
    return Toolkit.find(environment, root, newest);
  }
}
