package dev.evokernel.backend;

/**
 * Which of a workspace's two sets of buffers: each has every input and every output of the kernel,
 * at addresses of its own.
 */
public enum BufferSet {
  /** Single launches read and write it; so do timed ones, as far as they do not use the other. */
  FIRST,
  /** Its inputs are read by every other timed launch, its outputs written by the probed launch. */
  SECOND
}
