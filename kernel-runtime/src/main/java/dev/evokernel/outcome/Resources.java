package dev.evokernel.outcome;

/**
 * What a program occupies on the device while one shape is computed.
 *
 * @param registers 32-bit registers of a thread
 * @param localBytes local memory of a thread: what spilled, and arrays that registers cannot hold
 * @param staticShared shared memory of a block that the compiler laid out, in bytes
 * @param dynamicShared shared memory of a block that the launch asks for, in bytes
 * @param occupancy the share of a core's threads that can be resident, from 0 to 1
 */
public record Resources(
    int registers, int localBytes, int staticShared, int dynamicShared, double occupancy) {

  public Resources {
    if (!(occupancy >= 0 && occupancy <= 1)) {
      throw new IllegalArgumentException("occupancy must be from 0 to 1, was " + occupancy + ".");
    }
  }
}
