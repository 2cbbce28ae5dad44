package dev.evokernel.surrogate;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** Standard normal distribution, for the expected improvement. */
final class Normal {

  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private Normal() {}

  /** Mean of {@code max(0, z + x)} over a standard normal {@code x}; never negative. */
  static double expectedExcess(double z) {
    return Math.max(0, z * STANDARD.cumulativeProbability(z) + STANDARD.density(z));
  }
}
