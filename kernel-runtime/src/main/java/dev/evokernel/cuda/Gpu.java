package dev.evokernel.cuda;

/**
 * GPU in the driver's list.
 *
 * @param ordinal the driver's number, after {@code CUDA_VISIBLE_DEVICES}
 * @param capability 10 · major + minor, for example 90
 */
record Gpu(int ordinal, String name, long memoryBytes, int capability) {

  public String id() {
    return "cuda:" + ordinal;
  }

  /**
   * Architecture of cubins, for example {@code sm_90a}. From Hopper on, it includes the
   * architecture's own instructions, because a cubin need not run on another chip.
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
