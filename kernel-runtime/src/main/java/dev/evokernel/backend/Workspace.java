package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The arguments of one kernel on one shape, resident on a device: inputs, outputs, the canaries
 * around them and the expected outputs. Filling, checking and comparing happen on the device; only
 * their results come back.
 *
 * <p>There are two {@linkplain BufferSet sets of buffers}. Single launches use the first. Timed
 * launches read the inputs of both in turn once {@link #alternate} has put another input set into
 * the second, so that a launch never finds its own result in its outputs.
 *
 * <p>A launch that fails throws {@link RejectionException}. Confined to the device's thread.
 */
public interface Workspace extends AutoCloseable {

  /**
   * Fills every input of the first set of buffers from an input set and computes the outputs
   * expected for it; timed launches read the first set alone. The expected outputs of recent input
   * sets are kept, and damage by a candidate that {@link #modifiedInput} or {@link #damagedCanary}
   * detected is repaired.
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

  /**
   * Puts an input set into each set of buffers, at the addresses of the inputs before. The launches
   * of a batch read both in turn, beginning with the first; so do batches of one launch.
   *
   * @throws EnvironmentException as {@link #prepare} does
   */
  void alternate(InputSet first, InputSet second);

  /** The ranges of the expected outputs of the first set's inputs. */
  List<Spread> expected();

  /**
   * Overwrites every output of both sets with a pattern that no right result contains, and renews
   * the canaries.
   */
  void poison(GuardFill guards);

  /** The same with the usual canaries. */
  default void poison() {
    poison(GuardFill.FINITE);
  }

  /** Launches once and waits until it is done. */
  void launch(Program program);

  /**
   * Launches again and again on the inputs of the first set, each time from poisoned outputs, and
   * compares the digest of each launch's outputs. Stops at the first that differs: what is found in
   * the first set afterwards is what that launch left. A device may find canaries and inputs that a
   * launch changed, too.
   *
   * @param guards stands around the buffers
   * @param launches at least 1
   * @param right the digest of the outputs that the single launch before left, which was right
   * @return the position of that launch, from 0; empty if all left the same
   */
  default OptionalInt repeat(Program program, GuardFill guards, int launches, long right) {
    for (int i = 0; i < launches; i++) {
      poison(guards);
      launch(program);
      if (outputDigest() != right) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Overwrites one output with values that another program computed.
   *
   * @param elements as many as the output has, of its type, in the machine's byte order
   */
  void place(Argument.Buffer output, MemorySegment elements);

  /**
   * Copies the beginning of an output to the host's memory.
   *
   * @param into as many bytes as are wanted
   */
  void fetch(BufferSet set, Argument.Buffer output, MemorySegment into);

  /**
   * Compares every output of a set with what was expected of the launch that wrote it last; one
   * comparison for each output.
   */
  List<OutputComparison> compare(BufferSet set);

  /** The same for the first set. */
  default List<OutputComparison> compare() {
    return compare(BufferSet.FIRST);
  }

  /** Why the outputs that were compared last are wrong, where a program has judged them. */
  default Optional<String> explanation() {
    return Optional.empty();
  }

  /** A digest of the bytes of a set's outputs, to see whether two launches gave the same. */
  long outputDigest(BufferSet set);

  /** The same for the first set. */
  default long outputDigest() {
    return outputDigest(BufferSet.FIRST);
  }

  /** The input set that the launch read which wrote a set's outputs last. */
  InputSet read(BufferSet set);

  /** The name of the first input whose bytes differ from what was put there. */
  Optional<String> modifiedInput();

  /** The name of the first buffer whose canaries were overwritten. */
  Optional<String> damagedCanary();

  /**
   * Launches back to back and returns the time of all launches together, by the most exact clock of
   * the device. From cold caches, the last-level cache is flushed before each launch, and the time
   * for flushing is not included.
   *
   * @return nanoseconds
   */
  long time(Program program, Batch batch);

  /** The resources of the program on this shape; empty where unknown. */
  default Optional<Resources> resources(Program program) {
    return Optional.empty();
  }

  @Override
  void close();
}
