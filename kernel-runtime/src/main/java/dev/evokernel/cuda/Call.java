package dev.evokernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static jcuda.driver.CUresult.CUDA_SUCCESS;

import module java.base;

import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.kernel.ElementType;

/**
 * Function with all parameters of its launch. Immutable; each launch copies the arguments' values.
 *
 * <p>Every launch is a {@code cuLaunchKernelEx}, which takes attributes and which JCuda lacks.
 *
 * @param grid in blocks
 * @param block in threads
 * @param cluster in blocks; a cluster of one block is left out, because it is launched more slowly
 * @param shared dynamic shared memory in bytes
 */
public record Call(
    Handles.Function function,
    Extents grid,
    Extents block,
    Optional<Extents> cluster,
    int shared,
    boolean cooperative,
    List<MemorySegment> arguments) {

  record Extents(int x, int y, int z) {

    /**
     * @param sizes one to three; the others are 1
     */
    static Extents of(List<Long> sizes) {
      int[] all = {1, 1, 1};
      for (int axis = 0; axis < sizes.size(); axis++) {
        all[axis] = Math.toIntExact(sizes.get(axis));
      }
      return new Extents(all[0], all[1], all[2]);
    }

    long product() {
      return (long) x * y * z;
    }

    @Override
    public String toString() {
      return x + "×" + y + "×" + z;
    }
  }

  public Call {
    cluster = cluster.filter(size -> size.product() > 1);
    arguments = List.copyOf(arguments);
  }

  static Call plain(
      Handles.Function function, int blocks, int threads, List<MemorySegment> arguments) {
    return new Call(
        function,
        new Extents(blocks, 1, 1),
        new Extents(threads, 1, 1),
        Optional.empty(),
        0,
        false,
        arguments);
  }

  Call with(List<MemorySegment> newArguments) {
    return new Call(function, grid, block, cluster, shared, cooperative, newArguments);
  }

  Call with(Extents newGrid, MemorySegment last) {
    var all = new ArrayList<>(arguments);
    all.add(last);
    return new Call(function, newGrid, block, cluster, shared, cooperative, all);
  }

  /**
   * Launches one after the other: on a stream each begins when the one before has ended. Returns
   * the driver's status of the first that fails.
   */
  static int launch(List<Call> calls, Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (int i = 0; i < calls.size() && status == CUDA_SUCCESS; i++) {
      status = calls.get(i).launch(stream);
    }
    return status;
  }

  int launch(Handles.Stream stream) {
    try (Arena arena = Arena.ofConfined()) {
      return DriverCalls.call(
          "cuLaunchKernelEx",
          LaunchConfiguration.of(this, stream, arena),
          function.value(),
          pointers(arena),
          MemorySegment.NULL);
    } finally {
      Reference.reachabilityFence(arguments); // Keeps their memory alive until here.
    }
  }

  int replace(Handles.ExecutableGraph graph, MemorySegment node) {
    try (Arena arena = Arena.ofConfined()) {
      return DriverCalls.call(
          "cuGraphExecKernelNodeSetParams_v2",
          graph.value(),
          node,
          LaunchConfiguration.ofNode(this, arena));
    } finally {
      Reference.reachabilityFence(arguments);
    }
  }

  MemorySegment pointers(Arena arena) {
    MemorySegment pointers = arena.allocate(ADDRESS, Math.max(1, arguments.size()));
    for (int i = 0; i < arguments.size(); i++) {
      pointers.setAtIndex(ADDRESS, i, arguments.get(i));
    }
    return pointers;
  }

  static MemorySegment pointer(Handles.Address address) {
    return Arena.ofAuto().allocateFrom(JAVA_LONG, address.value());
  }

  public static MemorySegment scalar(ElementType type, double real, long integer) {
    return MemberBytes.number(type, real, integer);
  }
}
