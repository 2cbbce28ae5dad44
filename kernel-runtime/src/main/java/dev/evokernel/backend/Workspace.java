package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;

/**
 * Arguments of one kernel on one shape, resident on a device: inputs, outputs, their canaries and
 * the expected outputs. The device itself fills, checks and compares; only the results come back.
 *
 * <p>Two {@linkplain BufferSet sets of buffers} exist. Single launches use the first. After {@link
 * #alternate} has put other input sets beside the first, timed launches read all in turn, so that a
 * launch never finds its own result in its outputs.
 *
 * <p>A launch that fails throws {@link RejectionException}. Confined to the device's thread.
 */
public interface Workspace extends AutoCloseable {

  /**
   * Fills every input of the first set of buffers from an input set and computes the expected
   * outputs. Timed launches then read the first set alone. The expected outputs of recent input
   * sets are kept. Damage by a candidate that {@link #modifiedInput} or {@link #damagedCanary}
   * detected is repaired.
   *
   * <p>The first usual input set gives the usual magnitude of the outputs, which scales the
   * tolerances of special input sets.
   *
   * @throws EnvironmentException if the reference fails, its outputs are not finite for a usual
   *     input set, or memory is short
   */
  void prepare(InputSet inputSet);

  /**
   * Chooses the inputs of a configuration, where inputs or expected outputs depend on parameters.
   * Launches of another configuration choose theirs by themselves.
   *
   * @return whether they are chosen for the first time, so that programs may have to make them
   */
  default boolean choose(Configuration configuration) {
    return false;
  }

  default void prepare(long seed) {
    prepare(InputSet.usual(seed));
  }

  /**
   * Number of input sets that timed launches can read in turn. It is 2 where more would leave the
   * caches, or where the reference is too slow to compute their expected outputs.
   */
  default int mostInTurn() {
    return 2;
  }

  /**
   * Puts input sets at the addresses of the earlier inputs. The launches of a {@linkplain Batch
   * batch} read them in turn.
   *
   * @param inputSets between two and {@link #mostInTurn}
   * @throws EnvironmentException as {@link #prepare} does
   */
  void alternate(List<InputSet> inputSets);

  /** Ranges of the expected outputs of the first set's inputs. */
  List<Spread> expected();

  /**
   * Overwrites every output of both sets with a pattern that no right result contains, and restores
   * the canaries.
   */
  void poison(GuardFill guards);

  default void poison() {
    poison(GuardFill.FINITE);
  }

  /** Launches once and waits for the end. */
  void launch(Program program);

  /**
   * Launches repeatedly on the inputs of the first set, each time from poisoned outputs, and
   * compares the digest of each launch's outputs. The first launch with another digest is the last,
   * and its outputs stay in the first set. A device may also detect canaries and inputs that a
   * launch changed.
   *
   * @param right the digest of the outputs of the single launch before, which was right
   * @return the position of the differing launch, from 0; empty if all digests are equal
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

  /** Copies the beginning of an output to the host's memory, as many bytes as {@code into} has. */
  void fetch(BufferSet set, Argument.Buffer output, MemorySegment into);

  /**
   * Compares every output of a set with the expected outputs of the launch that wrote it last; one
   * comparison for each output.
   */
  List<OutputComparison> compare(BufferSet set);

  default List<OutputComparison> compare() {
    return compare(BufferSet.FIRST);
  }

  /** Explanation of the program that judged the last compared outputs and found them wrong. */
  default Optional<String> explanation() {
    return Optional.empty();
  }

  /** Digest of the bytes of a set's outputs. */
  long outputDigest(BufferSet set);

  default long outputDigest() {
    return outputDigest(BufferSet.FIRST);
  }

  /**
   * Digest of an output of the first set that is equal in every process, unlike {@link
   * #outputDigest}, since it has no secret key.
   */
  default long bits(Argument.Buffer output, long elements) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(output.type().bytes(elements), Long.BYTES);
      fetch(BufferSet.FIRST, output, data);
      return HexFormat.fromHexDigitsToLong(Sha256.of(data), 0, 2 * Long.BYTES);
    }
  }

  /** Input set that the last launch that wrote a set's outputs has read. */
  InputSet read(BufferSet set);

  /** Name of the first input with changed bytes. */
  Optional<String> modifiedInput();

  /** Name of the first buffer with overwritten canaries. */
  Optional<String> damagedCanary();

  /**
   * Launches back to back and measures the time of all launches together, by the most exact clock
   * of the device. With cold caches, the last-level cache is flushed before each launch, outside
   * the measured time.
   *
   * @return nanoseconds
   */
  long time(Program program, Batch batch);

  /** Whether other processes held the cores during the last timed batch. */
  default boolean wasDisturbed() {
    return false;
  }

  /** Resources of the program on this shape; empty where unknown. */
  default Optional<Resources> resources(Program program) {
    return Optional.empty();
  }

  @Override
  void close();
}
