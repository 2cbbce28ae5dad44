package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.JCudaDriver.cuFuncGetAttribute;
import static jcuda.driver.JCudaDriver.cuFuncSetAttribute;

import module java.base;

import dev.evokernel.backend.RejectionException;

/** Entry of a module, with its attributes in the driver. */
final class CudaFunction {

  private static final int NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14; // CU_FUNC_ATTRIBUTE_…

  private final String entry;
  private final Handles.Function handle;

  private int allowedShared;
  private Optional<Parameters> parameters = Optional.empty();

  CudaFunction(String entry, Handles.Function handle) {
    this.entry = entry;
    this.handle = handle;
  }

  Handles.Function handle() {
    return handle;
  }

  /** Parameters of the function; empty where the driver does not report them. */
  Optional<Parameters> parameters() {
    if (parameters.isEmpty() && DriverCalls.tellsParameters()) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment offset = arena.allocate(JAVA_LONG);
        MemorySegment bytes = arena.allocate(JAVA_LONG);
        parameters =
            Parameters.of(
                entry,
                index ->
                    DriverCalls.call("cuFuncGetParamInfo", handle.value(), index, offset, bytes)
                            == CUDA_SUCCESS
                        ? OptionalLong.of(bytes.get(JAVA_LONG, 0))
                        : OptionalLong.empty());
      }
    }
    return parameters;
  }

  int registers() {
    return attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
  }

  /** Local memory of a thread in bytes: spilled registers, and arrays that do not fit registers. */
  int localBytes() {
    return attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  }

  int staticShared() {
    return attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  }

  int maxThreads() {
    return attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  }

  /**
   * Allows more dynamic shared memory than the default 48 KiB of every launch. The largest size
   * stays allowed for all shapes.
   */
  void allowShared(int bytes) {
    if (bytes <= allowedShared) {
      return;
    }
    candidate(
        cuFuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes),
        "asking for " + bytes + " bytes of dynamic shared memory");
    allowedShared = bytes;
  }

  /**
   * Divides level-1 cache and shared memory. A launch that needs more shared memory still gets it.
   */
  void preferShared(int percent) {
    candidate(
        cuFuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
        "asking for a carveout of " + percent + " percent");
  }

  void allowLargeClusters() {
    candidate(
        cuFuncSetAttribute(handle, NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        "asking for a cluster of more than 8 blocks");
  }

  private int attribute(int number) {
    int[] value = new int[1];
    candidate(cuFuncGetAttribute(value, number, handle), "asking about " + entry);
    return value[0];
  }

  /**
   * Parameters of a function in a binary. Each launch is checked against them, because the driver
   * reads as many values as there are parameters, each as long as its parameter, even beyond the
   * arguments.
   */
  record Parameters(String function, List<Long> bytes) {

    public Parameters {
      bytes = List.copyOf(bytes);
    }

    /**
     * @param bytesAt the size of the parameter at a position; empty after the last one, and where
     *     the driver answers with an error
     * @return empty without parameters, because a driver that cannot report them gives the same
     *     answer
     */
    public static Optional<Parameters> of(String function, LongFunction<OptionalLong> bytesAt) {
      var bytes = new ArrayList<Long>();
      for (OptionalLong next = bytesAt.apply(0);
          next.isPresent();
          next = bytesAt.apply(bytes.size())) {
        bytes.add(next.getAsLong());
      }
      return bytes.isEmpty() ? Optional.empty() : Optional.of(new Parameters(function, bytes));
    }

    /**
     * @param names of the arguments, including those appended to the kernel's own
     * @param values of the first arguments; others are appended later
     */
    public void require(List<String> names, List<MemorySegment> values) {
      if (names.size() != bytes.size()) {
        throw RejectionException.launchFailure(
            "The function '%s' takes %d parameters, but is launched with %d arguments: %s. Maybe 'arguments' in kernel.yaml %s."
                .formatted(
                    function,
                    bytes.size(),
                    names.size(),
                    String.join(", ", names),
                    names.size() < bytes.size() ? "lacks one" : "has one too many"));
      }
      for (int i = 0; i < values.size(); i++) {
        if (bytes.get(i) > values.get(i).byteSize()) {
          throw RejectionException.launchFailure(
              "The function '%s' takes %d bytes as its parameter %d, but the argument '%s' has %d. Correct its 'type' in kernel.yaml, or its place in 'arguments'."
                  .formatted(
                      function, bytes.get(i), i + 1, names.get(i), values.get(i).byteSize()));
        }
      }
    }
  }
}
