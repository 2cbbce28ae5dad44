package dev.evokernel.backend.memory;

import dev.evokernel.backend.Batch;
import java.util.Optional;

/** Launch of one candidate on one workspace, with its scratch memory. */
public interface DeviceLaunch extends AutoCloseable {

  void once();

  /**
   * Times a batch.
   *
   * @param alternating whether the launches read both sets of inputs in turn
   * @return nanoseconds
   */
  long time(Batch batch, boolean alternating);

  /** Name of the first scratch memory with overwritten guards; empty after closing. */
  Optional<String> damagedScratch();

  @Override
  void close();
}
