package dev.evokernel.fleet.chaos;

import dev.evokernel.simulation.SimulatedRun;
import java.nio.file.Path;

/**
 * Settings of a fault-injection run.
 *
 * @param seed random seed of the plan and of the search
 * @param hosts number of hosts, with one device each
 * @param evaluations budget of the run
 * @param millis approximate time of an evaluation on a device
 * @param lostMillis silence after which a host is lost
 */
record ChaosSettings(int kills, long seed, int hosts, int evaluations, int millis, int lostMillis) {

  private static final int SHAPES = 2;
  private static final int SAMPLES = 3;

  ChaosSettings {
    if (kills < 0
        || hosts < 1
        || evaluations < 2 * inFlight(hosts)
        || millis < 0
        || lostMillis < 500) {
      throw new IllegalArgumentException(
          "Required: kills ≥ 0, hosts ≥ 1, evaluations ≥ %d, millis ≥ 0 and lost-after ≥ 500 ms; were %d, %d, %d, %d and %d ms."
              .formatted(2 * inFlight(hosts), kills, hosts, evaluations, millis, lostMillis));
    }
  }

  /** Number in flight: each host evaluates one and compiles one; two wait. */
  private static int inFlight(int hosts) {
    return 2 * hosts + 2;
  }

  SimulatedRun run(Path folder) {
    return new SimulatedRun(SHAPES, SAMPLES, inFlight(hosts), false, seed, folder);
  }
}
