package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of one kernel on one shape, resident on a device: inputs, outputs, the canaries
 * around them and the expected outputs. Everything heavy happens on the device; only verdicts come
 * back.
 *
 * <p>A launch that fails throws {@link RejectionException}. Confined to the device's thread.
 */
public interface Workspace extends AutoCloseable {

  /**
   * Fills every input as {@code draw} says and has the reference compute the outputs expected for
   * it. Cached: asking for a draw that was there lately costs nothing, and whatever a candidate
   * damaged since, as far as {@link #modifiedInput} or {@link #damagedCanary} saw it, is restored.
   *
   * <p>The first usual draw says how large outputs usually are, to which those of special draws are
   * held.
   *
   * @throws EnvironmentException if the reference fails, its outputs are not finite for a usual
   *     draw, or there is not enough memory
   */
  void prepare(InputSet draw);

  /** The same with the usual inputs. */
  default void prepare(long seed) {
    prepare(InputSet.usual(seed));
  }

  /** Between which numbers the outputs lie that are expected for what was prepared. */
  List<Spread> expected();

  /**
   * Overwrites every output with a pattern that no right result contains, and renews the canaries.
   */
  void poison();

  /** Launches once and waits until it is done. */
  void launch(Program program);

  /**
   * Overwrites one output with what another program computed.
   *
   * @param elements as many as the output has, of its type, in the machine's byte order
   */
  void place(Argument.Buffer output, MemorySegment elements);

  /** Compares every output with the expected one; one comparison for each output. */
  List<OutputComparison> compare();

  /** A digest of all outputs' bytes, to see whether a second launch gives the same. */
  long outputDigest();

  /** The name of the first input whose bytes are no longer what {@link #prepare} wrote. */
  Optional<String> modifiedInput();

  /** The name of the first buffer beside which something was written. */
  Optional<String> damagedCanary();

  /**
   * Launches {@code launches} times back to back and returns the time of all of them together, by
   * the best clock that the device has.
   *
   * @return nanoseconds
   */
  long time(Program program, int launches);

  /**
   * The same with the last-level cache flushed before each launch. What flushing takes is left out.
   *
   * @return nanoseconds
   */
  long timeCold(Program program, int launches);

  /** What the program occupies on this shape; empty on a device that does not tell. */
  default Optional<Resources> resources(Program program) {
    return Optional.empty();
  }

  @Override
  void close();
}
