package dev.evokernel.cuda.driver;

import dev.evokernel.backend.EnvironmentException;
import java.lang.foreign.MemorySegment;

/** The driver's functions that JCuda does not have. They return the driver's status. */
public final class DriverCalls {

  private static final SharedLibrary CUDA =
      Driver.LIBRARIES.stream()
          .flatMap(name -> SharedLibrary.open(name).stream())
          .findFirst()
          .orElseThrow(
              () -> new EnvironmentException("There is no libcuda.so.1. Maybe run evo doctor."));

  private DriverCalls() {}

  /**
   * Launches a function.
   *
   * @param configuration a {@code CUlaunchConfig}
   * @param arguments an array of pointers to the arguments' values
   */
  public static int launchKernelEx(
      MemorySegment configuration, Handles.Function function, MemorySegment arguments) {
    return CUDA.call(
        "cuLaunchKernelEx", configuration, function.value(), arguments, MemorySegment.NULL);
  }

  /**
   * Describes a dense buffer for tensor copies. Arrays begin with the innermost dimension.
   *
   * @param map 128 bytes that are filled
   * @param dimensions {@code rank} longs, in elements
   * @param strides {@code rank} − 1 longs, in bytes, of all but the innermost dimension
   * @param box {@code rank} ints
   * @param elementStrides {@code rank} ints
   */
  public static int tensorMapEncodeTiled(
      MemorySegment map,
      int type,
      int rank,
      Handles.Address start,
      MemorySegment dimensions,
      MemorySegment strides,
      MemorySegment box,
      MemorySegment elementStrides,
      int interleave,
      int swizzle,
      int promotion,
      int outside) {
    return CUDA.call(
        "cuTensorMapEncodeTiled",
        map,
        type,
        rank,
        MemorySegment.ofAddress(start.value()),
        dimensions,
        strides,
        box,
        elementStrides,
        interleave,
        swizzle,
        promotion,
        outside);
  }
}
