package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.simulation.SimulatedWorkers;

/**
 * Devices of a host that answer by a formula after a real time. Each binary is a file, so that it
 * travels to other hosts. One machine can have hundreds of such devices, to test the broker and the
 * coordinator with large fleets.
 */
public class SimulatedHost extends SimulatedWorkers {

  private final Path binaries;

  /**
   * @param binaries folder of compiled binaries
   * @param evaluation real time of an evaluation
   */
  public SimulatedHost(
      SimulatedRun run, List<DeviceIdentity> devices, Path binaries, Duration evaluation) {
    super(run, devices, evaluation);
    this.binaries = binaries;
  }

  /** Devices as a worker offers them. */
  List<OfferedDevice> offered() {
    String backend = new SimulatedBackend().name();
    return devices().stream()
        .map(
            device ->
                new OfferedDevice(
                    backend, device.identity(), Optional.of(device.limits()), COMPILERS))
        .toList();
  }

  @Override
  public Compilation compile(Configuration configuration) {
    byte[] program = program(configuration);
    String digest = Sha256.of(program);
    Path file = binaries.resolve(digest + "-" + Thread.currentThread().threadId());
    try {
      Files.createDirectories(binaries);
      Files.write(file, program);
    } catch (IOException e) {
      throw new EnvironmentException("Cannot write a binary: " + e, e);
    }
    return new Compilation.Compiled(new Binary(file, digest, 1));
  }
}
