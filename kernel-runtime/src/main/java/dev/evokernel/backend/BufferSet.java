package dev.evokernel.backend;

/**
 * Name of one of a workspace's two sets of buffers. Each set has every input and every output of
 * the kernel, at its own addresses.
 */
public enum BufferSet {
  /** Buffers of single launches, and of timed launches that do not use {@link #SECOND}. */
  FIRST,
  /** Inputs of every other timed launch, and outputs of the probed launch. */
  SECOND;

  /** Set of buffers with the input set at a position, where two are read in turn. */
  public static BufferSet at(int position) {
    return position == 0 ? FIRST : SECOND;
  }
}
