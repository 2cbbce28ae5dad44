package dev.evokernel.backend;

/** How a process and its device were before a candidate was loaded. */
@FunctionalInterface
public interface Snapshot extends AutoCloseable {

  /** What has changed since, after the candidate was unloaded; processes it left are killed. */
  Leftovers leftBehind();

  /**
   * Whether a process or thread seems to have come since the last look, or floating-point numbers
   * are computed in another way; cheap enough for between two samples. A true answer asks for
   * {@link #leftBehind}.
   */
  default boolean isDisturbed() {
    return false;
  }

  @Override
  default void close() {}
}
