package dev.evokernel.backend;

import java.nio.file.Path;
import java.util.List;

/** One way of running kernels. */
public interface Backend {

  /** How {@code kernel.yaml} and {@code evo.yaml} name it, for example {@code cpu}. */
  String name();

  /** The devices of this machine; empty when there is none, never an exception. */
  List<DeviceIdentity> devices();

  /** What this backend needs and whether it is there, for {@code evo doctor} and for messages. */
  List<Requirement> requirements();

  /**
   * The compiler for one device.
   *
   * @param cache the folder of compiled binaries, shared by all processes
   * @throws EnvironmentException if this machine has no such compiler
   */
  Compiler compiler(DeviceIdentity device, Path cache);

  /**
   * Opens a device for the calling thread.
   *
   * @throws EnvironmentException if it is not there or cannot be opened
   */
  Device open(DeviceIdentity device);
}
