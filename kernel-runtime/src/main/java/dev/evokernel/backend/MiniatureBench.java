package dev.evokernel.backend;

import dev.evokernel.outcome.MiniatureTiming;

/** Arguments of one kernel's miniature, resident on a device. Confined to the device's thread. */
public interface MiniatureBench extends AutoCloseable {

  /**
   * Times a miniature after one warm-up launch.
   *
   * @param repetitions at least 1; the median counts, or the fastest where other processes disturb
   * @throws RejectionException if a launch fails, or the clock was not read
   */
  MiniatureTiming time(Program program, int repetitions);

  @Override
  void close();
}
