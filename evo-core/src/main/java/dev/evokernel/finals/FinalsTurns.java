package dev.evokernel.finals;

import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.spec.RunSpec;

/**
 * The assignment of the processes of the finals to a run's devices: the first process to the first
 * device, each pair of further processes to the next device. A pair stays together because each of
 * its processes measures half of the finalists. The first process also starts the baselines'
 * programs, which takes long, so its device is skipped once.
 *
 * @param devices at least 1
 * @param programs whether there are such baselines
 */
public record FinalsTurns(int devices, boolean programs) {

  public FinalsTurns {
    if (devices < 1) {
      throw new IllegalArgumentException(
          "Number of devices for finals must be ≥ 1, was " + devices + ".");
    }
  }

  /** Assigns the processes of a run by its baselines. */
  public static FinalsTurns of(RunSpec spec, int devices) {
    return new FinalsTurns(devices, programs(spec) > 0);
  }

  /** Counts the run's baselines that are programs. */
  static long programs(RunSpec spec) {
    return spec.kernel().extras().baselines().stream()
        .filter(baseline -> spec.acceptance().baselines().contains(baseline.name()))
        .filter(Baseline.Command.class::isInstance)
        .count();
  }

  /**
   * @param process from 1
   * @return the position of its device, from 0
   */
  public int device(int process) {
    int pair = process / 2;
    return (programs && pair >= devices ? pair + 1 : pair) % devices;
  }
}
