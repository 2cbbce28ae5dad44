package dev.evokernel.outcome;

/**
 * Resources that a program occupies on a device: 32-bit registers and local bytes of a thread,
 * static and dynamic shared bytes of a block, and the share of a core's threads that can be
 * resident.
 */
public record Resources(
    int registers, int localBytes, int staticShared, int dynamicShared, double occupancy) {

  /** The larger of each resource, and the smaller occupancy. */
  public Resources worst(Resources other) {
    return new Resources(
        Math.max(registers, other.registers),
        Math.max(localBytes, other.localBytes),
        Math.max(staticShared, other.staticShared),
        Math.max(dynamicShared, other.dynamicShared),
        Math.min(occupancy, other.occupancy));
  }

  public Resources {
    if (!(occupancy >= 0 && occupancy <= 1)) {
      throw new IllegalArgumentException("occupancy must be from 0 to 1, was " + occupancy + ".");
    }
  }
}
