package dev.evokernel.backend;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Calls of one candidate on one shape, which differ only in their buffers: the input set they read,
 * and for probed calls the second set of outputs. Each is made when it is first needed.
 */
public final class BufferCalls<C> {

  private final BiFunction<Integer, BufferSet, C> make;
  private final Map<Integer, C> usual = new HashMap<>();
  private final Map<Integer, C> probed = new HashMap<>();

  /**
   * @param make makes a call that reads the input set at a position and writes the outputs of its
   *     second argument
   */
  public BufferCalls(BiFunction<Integer, BufferSet, C> make) {
    this.make = make;
  }

  public C of(int position, boolean isProbed) {
    BufferSet to = isProbed ? BufferSet.SECOND : BufferSet.FIRST;
    return (isProbed ? probed : usual).computeIfAbsent(position, from -> make.apply(from, to));
  }

  /** Makes the calls for some input sets now, and returns these calls. */
  public BufferCalls<C> make(int inputSets) {
    for (int position = 0; position < inputSets; position++) {
      of(position, false);
      of(position, true);
    }
    return this;
  }

  public Stream<C> made() {
    return Stream.concat(usual.values().stream(), probed.values().stream());
  }
}
