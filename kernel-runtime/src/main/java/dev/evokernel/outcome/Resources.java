package dev.evokernel.outcome;

/**
 * Resources that a program occupies on a device: 32-bit registers and local bytes of a thread,
 * static and dynamic shared bytes of a block, and the share of a core's threads that can be
 * resident.
 */
public record Resources(
    int registers, int localBytes, int staticShared, int dynamicShared, double occupancy) {

  public Resources {
    if (!(occupancy >= 0 && occupancy <= 1)) {
      throw new IllegalArgumentException("occupancy must be from 0 to 1, was " + occupancy + ".");
    }
  }
}
