package dev.evokernel.backend;

import java.util.function.BiFunction;

/**
 * The calls of one candidate on one shape; they differ in the buffers alone.
 *
 * @param first reads the first inputs and writes the first outputs
 * @param second reads the second inputs and writes the first outputs
 * @param probedFirst reads the first inputs and writes the second outputs
 * @param probedSecond reads the second inputs and writes the second outputs
 * @param <C> a call
 */
public record BufferCalls<C>(C first, C second, C probedFirst, C probedSecond) {

  /**
   * @param make makes a call that reads the inputs of one set and writes the outputs of another
   */
  public static <C> BufferCalls<C> of(BiFunction<BufferSet, BufferSet, C> make) {
    return new BufferCalls<>(
        make.apply(BufferSet.FIRST, BufferSet.FIRST),
        make.apply(BufferSet.SECOND, BufferSet.FIRST),
        make.apply(BufferSet.FIRST, BufferSet.SECOND),
        make.apply(BufferSet.SECOND, BufferSet.SECOND));
  }

  /**
   * @param odd whether it reads the second inputs
   * @param probed whether it writes the second outputs
   */
  public C of(boolean odd, boolean probed) {
    if (probed) {
      return odd ? probedSecond : probedFirst;
    }
    return odd ? second : first;
  }
}
