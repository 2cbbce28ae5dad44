package dev.evokernel.outcome;

/**
 * Resources that a program occupies on a device.
 *
 * @param registers 32-bit registers of a thread
 * @param localBytes local memory of a thread in bytes: spills and arrays
 * @param staticShared static shared memory of a block in bytes
 * @param dynamicShared dynamic shared memory of a block in bytes
 * @param occupancy share of a core's threads that can be resident, from 0 to 1
 */
public record Resources(
    int registers, int localBytes, int staticShared, int dynamicShared, double occupancy) {

  public Resources {
    if (!(occupancy >= 0 && occupancy <= 1)) {
      throw new IllegalArgumentException("occupancy must be from 0 to 1, was " + occupancy + ".");
    }
  }
}
