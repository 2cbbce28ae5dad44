package dev.evokernel.cuda;

import dev.evokernel.backend.BufferSet;
import java.util.function.BiFunction;

/**
 * The calls of one candidate on one shape; they differ in the buffers alone.
 *
 * @param first reads the first inputs and writes the first outputs
 * @param second reads the second inputs and writes the first outputs
 * @param probedFirst reads the first inputs and writes the second outputs
 * @param probedSecond reads the second inputs and writes the second outputs
 */
record CandidateCalls(Call first, Call second, Call probedFirst, Call probedSecond) {

  /**
   * @param make makes a call that reads the inputs of one set and writes the outputs of another
   */
  static CandidateCalls of(BiFunction<BufferSet, BufferSet, Call> make) {
    return new CandidateCalls(
        make.apply(BufferSet.FIRST, BufferSet.FIRST),
        make.apply(BufferSet.SECOND, BufferSet.FIRST),
        make.apply(BufferSet.FIRST, BufferSet.SECOND),
        make.apply(BufferSet.SECOND, BufferSet.SECOND));
  }

  /**
   * @param odd whether it reads the second inputs
   * @param probed whether it writes the second outputs
   */
  Call of(boolean odd, boolean probed) {
    if (probed) {
      return odd ? probedSecond : probedFirst;
    }
    return odd ? second : first;
  }
}
