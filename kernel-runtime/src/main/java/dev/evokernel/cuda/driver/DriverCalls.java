package dev.evokernel.cuda.driver;

import dev.evokernel.backend.EnvironmentException;
import java.lang.foreign.MemorySegment;

/** Driver functions that JCuda lacks. Each returns the driver's status. */
public final class DriverCalls {

  private static final SharedLibrary CUDA =
      SharedLibrary.firstOf(Driver.LIBRARIES)
          .orElseThrow(() -> new EnvironmentException("No libcuda.so.1 found. Run: evo doctor"));

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

  /** Whether the driver reports a function's parameters, as drivers do since CUDA 12.4. */
  public static boolean tellsParameters() {
    return CUDA.has("cuFuncGetParamInfo");
  }

  /**
   * Reads the offset and the size of a parameter.
   *
   * @param offset a long
   * @param bytes a long
   * @return an error after the last parameter
   */
  public static int parameter(
      Handles.Function function, long index, MemorySegment offset, MemorySegment bytes) {
    return CUDA.call("cuFuncGetParamInfo", function.value(), index, offset, bytes);
  }

  /**
   * Counts the clusters of a launch that the device holds at once.
   *
   * @param count an int
   * @param configuration a {@code CUlaunchConfig}
   */
  public static int activeClusters(
      MemorySegment count, Handles.Function function, MemorySegment configuration) {
    return CUDA.call("cuOccupancyMaxActiveClusters", count, function.value(), configuration);
  }

  /**
   * Replaces the launch of a node in an executable graph.
   *
   * @param node of the graph that was made executable
   * @param parameters a {@code CUDA_KERNEL_NODE_PARAMS_v2}
   */
  public static int changeLaunch(
      Handles.ExecutableGraph graph, MemorySegment node, MemorySegment parameters) {
    return CUDA.call("cuGraphExecKernelNodeSetParams_v2", graph.value(), node, parameters);
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

  /** Calls any function of the driver; the arguments' types are those of the C function. */
  static int call(String function, Object... arguments) {
    return CUDA.call(function, arguments);
  }
}
