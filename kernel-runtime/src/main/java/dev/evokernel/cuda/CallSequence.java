package dev.evokernel.cuda;

import static jcuda.driver.CUresult.CUDA_SUCCESS;

import module java.base;

import dev.evokernel.cuda.driver.Handles;

/**
 * Calls that one launch of a kernel consists of. On a stream each call begins when the one before
 * has ended.
 *
 * @param calls at least one
 */
record CallSequence(List<Call> calls) {

  CallSequence {
    calls = List.copyOf(calls);
  }

  /** Launches all; returns the driver's status of the first that fails. */
  int launch(Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (int i = 0; i < calls.size() && status == CUDA_SUCCESS; i++) {
      status = calls.get(i).launch(stream);
    }
    return status;
  }

  /**
   * Replaces the calls at one position of a graph that repeats as many; returns the driver's status
   * of the first that fails.
   *
   * @param nodes the graph's launches, in order
   */
  int replace(Handles.ExecutableGraph graph, List<MemorySegment> nodes, int position) {
    int status = CUDA_SUCCESS;
    for (int i = 0; i < calls.size() && status == CUDA_SUCCESS; i++) {
      status = calls.get(i).replace(graph, nodes.get(position * calls.size() + i));
    }
    return status;
  }

  /** Description, for example {@code gemm with a grid of 64×1×1 blocks of 128×1×1 threads …}. */
  String text(List<String> entries) {
    return IntStream.range(0, calls.size())
        .mapToObj(i -> text(entries.get(i), calls.get(i)))
        .collect(Collectors.joining(", then "));
  }

  private static String text(String entry, Call call) {
    return "%s with a grid of %s blocks%s of %s threads and %d bytes of dynamic shared memory"
        .formatted(
            entry,
            call.grid(),
            call.cluster().map(cluster -> " in clusters of " + cluster).orElse(""),
            call.block(),
            call.shared());
  }
}
