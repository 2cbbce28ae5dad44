package dev.evokernel.backend;

import java.util.function.BiFunction;

/**
 * Calls of one candidate on one shape, which differ only in their buffers: the set of the inputs
 * they read, and for probed calls the second set of outputs.
 *
 * @param <C> a call
 */
public record BufferCalls<C>(C first, C second, C probedFirst, C probedSecond) {

  /**
   * @param make makes a call that reads the inputs of its first argument and writes the outputs of
   *     its second
   */
  public static <C> BufferCalls<C> of(BiFunction<BufferSet, BufferSet, C> make) {
    return new BufferCalls<>(
        make.apply(BufferSet.FIRST, BufferSet.FIRST),
        make.apply(BufferSet.SECOND, BufferSet.FIRST),
        make.apply(BufferSet.FIRST, BufferSet.SECOND),
        make.apply(BufferSet.SECOND, BufferSet.SECOND));
  }

  /**
   * @param odd whether the call reads the second inputs
   * @param probed whether the call writes the second outputs
   */
  public C of(boolean odd, boolean probed) {
    if (probed) {
      return odd ? probedSecond : probedFirst;
    }
    return odd ? second : first;
  }
}
