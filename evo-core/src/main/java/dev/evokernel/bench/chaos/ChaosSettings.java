package dev.evokernel.bench.chaos;

import dev.evokernel.bench.study.SimulatedRun;
import java.nio.file.Path;

/**
 * How large the run is, and how often it is struck.
 *
 * @param seed the random seed of the plan and of the search
 * @param hosts with one device each
 * @param evaluations the run's budget
 * @param millis that an evaluation takes on a device, about
 * @param lostMillis after so much silence a host is lost
 */
public record ChaosSettings(
    int kills, long seed, int hosts, int evaluations, int millis, int lostMillis) {

  private static final int SHAPES = 2;
  private static final int SAMPLES = 3;

  public ChaosSettings {
    if (kills < 0
        || hosts < 1
        || evaluations < 2 * inFlight(hosts)
        || millis < 0
        || lostMillis < 500) {
      throw new IllegalArgumentException(
          "Needed are kills ≥ 0, hosts ≥ 1, evaluations ≥ %d, millis ≥ 0 and lost-after ≥ 500 ms, was %d, %d, %d, %d and %d ms."
              .formatted(2 * inFlight(hosts), kills, hosts, evaluations, millis, lostMillis));
    }
  }

  /** So that each host has one to evaluate and one to compile, and two wait. */
  private static int inFlight(int hosts) {
    return 2 * hosts + 2;
  }

  /** The run on any of the two sides. */
  SimulatedRun run(Path folder) {
    return new SimulatedRun(SHAPES, SAMPLES, inFlight(hosts), false, seed, folder);
  }

  /** What follows {@code evo} to do the same again. */
  public String arguments() {
    return "bench chaos --kills %d --seed %d --hosts %d --evaluations %d --millis %d --lost-after %d"
        .formatted(kills, seed, hosts, evaluations, millis, lostMillis);
  }
}
