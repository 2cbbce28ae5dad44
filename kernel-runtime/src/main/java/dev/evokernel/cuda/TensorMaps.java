package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.cuda.driver.DriverCalls;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.data.Argument;

/** Encoder of the descriptions that tensor copies read. */
final class TensorMaps {

  private static final long BYTES = 128;
  private static final int INTERLEAVE_NONE = 0;
  private static final int OUTSIDE_IS_ZERO = 0;

  private TensorMaps() {}

  /**
   * Encodes a map in native memory.
   *
   * @param start address of the buffer
   * @param dimensions the buffer's, outermost first
   * @param box as many sizes, outermost first
   * @param promotion bytes
   */
  static MemorySegment encode(
      Argument.TensorMap argument,
      Handles.Address start,
      List<Long> dimensions,
      List<Long> box,
      long promotion,
      Arena arena) {
    argument.refusal(box).or(() -> argument.refusal(promotion)).ifPresent(Launches::refuse);
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
        DriverCalls.call(
            "cuTensorMapEncodeTiled",
            map,
            argument.type().tensorMapType(),
            rank,
            MemorySegment.ofAddress(start.value()),
            sizes,
            strides,
            boxSizes,
            ones,
            INTERLEAVE_NONE,
            argument.swizzle().number(),
            Argument.TensorMap.PROMOTIONS.indexOf(promotion),
            OUTSIDE_IS_ZERO),
        "encoding the tensor map " + argument.name() + " with a box of " + box);
    return map;
  }
}
