package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;

/** Program of a configuration on a device, with its launches on workspaces. */
public abstract class DeviceProgram<L extends DeviceLaunch> implements Program {

  private final Kernel kernel;
  private final Configuration configuration;
  private final Map<DeviceWorkspace<?, L>, L> launches = new HashMap<>();

  protected DeviceProgram(Kernel kernel, Configuration configuration) {
    this.kernel = kernel;
    this.configuration = configuration;
  }

  public final Kernel kernel() {
    return kernel;
  }

  public final Configuration configuration() {
    return configuration;
  }

  @Override
  public final Optional<Configuration> chosen() {
    return Optional.of(configuration);
  }

  public final L launch(DeviceWorkspace<?, L> workspace, Supplier<L> make) {
    return launches.computeIfAbsent(workspace, _ -> make.get());
  }

  @Override
  public void close() {
    launches.values().forEach(DeviceLaunch::close);
    launches.clear();
  }
}
