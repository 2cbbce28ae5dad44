package dev.evokernel.cuda.driver;

/**
 * One GPU as the driver lists it.
 *
 * @param ordinal the driver's number for it, after {@code CUDA_VISIBLE_DEVICES}
 * @param name for example {@code NVIDIA H200}
 * @param memoryBytes all of its memory
 * @param capability 10 · major + minor, for example 90
 */
public record Gpu(int ordinal, String name, long memoryBytes, int capability) {

  /** How {@code evo.yaml} names it, for example {@code cuda:0}. */
  public String id() {
    return "cuda:" + ordinal;
  }

  /**
   * What cubins are compiled for, for example {@code sm_90a}: from Hopper on the architecture with
   * its own instructions, since a cubin need not run on another chip.
   */
  public String architecture() {
    return "sm_" + capability + (capability >= 90 ? "a" : "");
  }

  @Override
  public String toString() {
    return "%s (%s, %d GiB, compute capability %d.%d)"
        .formatted(name, id(), memoryBytes >> 30, capability / 10, capability % 10);
  }
}
