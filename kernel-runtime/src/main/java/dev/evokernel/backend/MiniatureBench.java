package dev.evokernel.backend;

import dev.evokernel.outcome.MiniatureTiming;

/**
 * The arguments of one kernel's miniature, resident on a device. Confined to the device's thread.
 */
public interface MiniatureBench extends AutoCloseable {

  /**
   * Launches a miniature a few times, after once to warm up.
   *
   * @param repetitions of which the typical one is taken, at least 1: the median, or the fastest
   *     where neighbours disturb
   * @throws RejectionException if a launch fails, or the clock was not read
   */
  MiniatureTiming time(Program program, int repetitions);

  @Override
  void close();
}
