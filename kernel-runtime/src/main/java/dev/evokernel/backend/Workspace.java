package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of one kernel on one shape, resident on a device: inputs, outputs, the canaries
 * around them and the expected outputs. Filling, checking and comparing happen on the device; only
 * their results come back.
 *
 * <p>A launch that fails throws {@link RejectionException}. Confined to the device's thread.
 */
public interface Workspace extends AutoCloseable {

  /**
   * Fills every input from an input set and computes the outputs expected for it. Cached: a recent
   * input set costs nothing, and damage by a candidate that {@link #modifiedInput} or {@link
   * #damagedCanary} detected is repaired.
   *
   * <p>The first usual input set gives the usual magnitude of the outputs, by which the tolerances
   * of special input sets are scaled.
   *
   * @throws EnvironmentException if the reference fails, its outputs are not finite for a usual
   *     input set, or there is not enough memory
   */
  void prepare(InputSet inputSet);

  /** The same with the usual inputs. */
  default void prepare(long seed) {
    prepare(InputSet.usual(seed));
  }

  /** The ranges of the expected outputs of the prepared input set. */
  List<Spread> expected();

  /**
   * Overwrites every output with a pattern that no right result contains, and renews the canaries.
   */
  void poison();

  /** Launches once and waits until it is done. */
  void launch(Program program);

  /**
   * Overwrites one output with values that another program computed.
   *
   * @param elements as many as the output has, of its type, in the machine's byte order
   */
  void place(Argument.Buffer output, MemorySegment elements);

  /** Compares every output with the expected one; one comparison for each output. */
  List<OutputComparison> compare();

  /** A digest of all outputs' bytes, to see whether a second launch gives the same. */
  long outputDigest();

  /** The name of the first input whose bytes differ from what {@link #prepare} wrote. */
  Optional<String> modifiedInput();

  /** The name of the first buffer whose canaries were overwritten. */
  Optional<String> damagedCanary();

  /**
   * Launches {@code launches} times back to back and returns the time of all of them together, by
   * the most exact clock of the device.
   *
   * @return nanoseconds
   */
  long time(Program program, int launches);

  /**
   * The same with the last-level cache flushed before each launch. The time for flushing is not
   * included.
   *
   * @return nanoseconds
   */
  long timeCold(Program program, int launches);

  /** The resources of the program on this shape; empty where unknown. */
  default Optional<Resources> resources(Program program) {
    return Optional.empty();
  }

  @Override
  void close();
}
