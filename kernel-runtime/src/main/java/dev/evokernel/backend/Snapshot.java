package dev.evokernel.backend;

import dev.evokernel.backend.file.Leftovers;

/** State of a process and its device before a candidate was loaded. */
@FunctionalInterface
public interface Snapshot extends AutoCloseable {

  /**
   * Compares the state after the candidate was unloaded with this one, and kills processes that the
   * candidate left.
   */
  Leftovers leftBehind();

  /**
   * Looks for a new process, a new thread and a changed floating-point environment since the last
   * call. The check is cheap enough for use between two samples. If true, call {@link #leftBehind}.
   */
  default boolean isDisturbed() {
    return false;
  }

  @Override
  default void close() {}
}
