package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cuda.driver.DriverCalls;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Argument;
import dev.evokernel.outcome.Rejection;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Encodes the descriptions that tensor copies read. */
final class TensorMaps {

  private static final long BYTES = 128;
  private static final int INTERLEAVE_NONE = 0;
  private static final int OUTSIDE_IS_ZERO = 0;

  private TensorMaps() {}

  /**
   * A map in native memory.
   *
   * @param start where the buffer lies
   * @param dimensions the buffer's, outermost first
   * @param box as many sizes, outermost first
   * @param promotion bytes
   * @throws RejectionException if there can be no such map
   */
  static MemorySegment encode(
      Argument.TensorMap argument,
      Handles.Address start,
      List<Long> dimensions,
      List<Long> box,
      long promotion,
      Arena arena) {
    argument
        .refusal(box)
        .or(() -> argument.refusal(promotion))
        .ifPresent(
            reason -> {
              throw new RejectionException(
                  Rejection.LAUNCH_FAILURE,
                  "It cannot be launched: " + reason + ". Maybe add a constraint.");
            });
    int rank = dimensions.size();
    MemorySegment sizes = arena.allocate(JAVA_LONG, rank);
    MemorySegment strides = arena.allocate(JAVA_LONG, rank);
    MemorySegment boxSizes = arena.allocate(JAVA_INT, rank);
    MemorySegment ones = arena.allocate(JAVA_INT, rank);
    long stride = argument.type().bytes();
    for (int axis = 0; axis < rank; axis++) {
      long size = dimensions.get(rank - 1 - axis);
      stride *= size;
      sizes.setAtIndex(JAVA_LONG, axis, size);
      strides.setAtIndex(JAVA_LONG, axis, stride);
      boxSizes.setAtIndex(JAVA_INT, axis, Math.toIntExact(box.get(rank - 1 - axis)));
      ones.setAtIndex(JAVA_INT, axis, 1);
    }
    MemorySegment map = arena.allocate(BYTES, BYTES);
    candidate(
        DriverCalls.tensorMapEncodeTiled(
            map,
            argument.type().tensorMapType(),
            rank,
            start,
            sizes,
            strides,
            boxSizes,
            ones,
            INTERLEAVE_NONE,
            argument.swizzle().ordinal(),
            Argument.TensorMap.PROMOTIONS.indexOf(promotion),
            OUTSIDE_IS_ZERO),
        "encoding the tensor map " + argument.name() + " with a box of " + box);
    return map;
  }
}
