package dev.evokernel.backend;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.DeviceState;
import java.util.OptionalDouble;

/** Opened device, owned by one thread of one process. */
public interface Device extends AutoCloseable {

  DeviceIdentity identity();

  DeviceLimits limits();

  default Peaks peaks(Kernel kernel) {
    return Peaks.UNKNOWN;
  }

  /**
   * Loads the binary of a configuration.
   *
   * @throws RejectionException if the device cannot load it
   */
  Program load(Kernel kernel, Configuration configuration, Binary binary);

  Workspace workspace(Kernel kernel, Shape shape, PreparedReference reference);

  /**
   * Allocates the arguments of a kernel's {@linkplain Kernel#inSmall() miniature} and fills its
   * inputs.
   *
   * @throws EnvironmentException if memory is short, or this device cannot time miniatures
   */
  default MiniatureBench miniature(Kernel small) {
    throw new EnvironmentException(
        "The device %s cannot time miniatures.".formatted(identity().id()));
  }

  /**
   * Launches a program, without a comparison, in a process that runs under a tool.
   *
   * @throws RejectionException if the launch fails
   */
  default void launchOnce(
      Kernel kernel, Shape shape, Program program, PreparedReference reference, long seed) {
    Configuration configuration = program.on(shape).chosen().orElse(kernel.defaultConfiguration());
    try (Workspace workspace = workspace(kernel.typed(configuration), shape, reference)) {
      workspace.prepare(InputSet.usual(seed).of(kernel, configuration));
      workspace.launch(program);
    }
  }

  /**
   * Whether the process can use the device after a {@link RejectionException}. Otherwise the
   * process is replaced before the next candidate.
   */
  default boolean usable() {
    return true;
  }

  /** State at this moment, and the disturbances since the last call. */
  default DeviceState state() {
    return DeviceState.UNKNOWN;
  }

  /** Consumed energy since any fixed moment; empty without a counter. */
  default OptionalDouble joules() {
    return OptionalDouble.empty();
  }

  @Override
  void close();
}
