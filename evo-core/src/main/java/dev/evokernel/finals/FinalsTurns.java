package dev.evokernel.finals;

import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.spec.RunSpec;

/**
 * Which of a run's devices holds which process of the finals: the first one the first, each pair of
 * further ones the next. A pair stays together since each of its processes measures one half of the
 * finalists. Baselines that are programs of their own take long to start; the first process has
 * them, so its device is passed over once then.
 *
 * @param devices at least 1
 * @param programs whether there are such baselines
 */
public record FinalsTurns(int devices, boolean programs) {

  public FinalsTurns {
    if (devices < 1) {
      throw new IllegalArgumentException("Finals need a device, had " + devices + ".");
    }
  }

  /** The turns for the baselines that a run measures. */
  public static FinalsTurns of(RunSpec spec, int devices) {
    return new FinalsTurns(devices, programs(spec) > 0);
  }

  /** How many of its baselines are programs. */
  static long programs(RunSpec spec) {
    return spec.kernel().extras().baselines().stream()
        .filter(one -> spec.acceptance().baselines().contains(one.name()))
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
