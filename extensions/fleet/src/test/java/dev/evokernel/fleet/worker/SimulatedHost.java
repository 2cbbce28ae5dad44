package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.simulation.SimulatedWorkers;

/**
 * Devices of a host that answer by a formula after a real time. One machine can have hundreds of
 * such devices, to test the broker and the coordinator with large fleets.
 */
public class SimulatedHost extends SimulatedWorkers {

  /**
   * @param evaluation real time of an evaluation
   */
  public SimulatedHost(SimulatedRun run, List<DeviceIdentity> devices, Duration evaluation) {
    super(run, devices, evaluation);
  }

  /** Creates a worker that lends these devices. */
  public FleetWorker worker(WorkerSettings settings, String evoVersion, Consumer<String> news) {
    return new FleetWorker(
        settings,
        offered(),
        evoVersion,
        news,
        (problem, _, _) -> new LentProblem(problem, this, Optional.empty()));
  }

  private List<OfferedDevice> offered() {
    String backend = new SimulatedBackend().name();
    return devices().stream()
        .map(
            device ->
                new OfferedDevice(
                    backend, device.identity(), Optional.of(device.limits()), COMPILERS))
        .toList();
  }
}
