package dev.evokernel.cuda;

import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.memory.BufferLayout;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Copies within device memory that precede each launch of a candidate: the contents of restored
 * outputs, and inputs that lie in symbols of the module. The copies are queued before the launch
 * and are not part of its time.
 *
 * @param memory addresses of the contents and of restored outputs
 */
record Preparation(
    BiFunction<BufferSet, BufferLayout.Slot, Handles.Address> memory,
    BufferLayout layout,
    List<Symbol> symbols) {

  record Symbol(BufferLayout.Slot input, Handles.Address address) {}

  Preparation {
    symbols = List.copyOf(symbols);
  }

  boolean isEmpty() {
    return symbols.isEmpty() && layout.restored().isEmpty();
  }

  /**
   * Queues the copies, also into a recording.
   *
   * @return the driver's status
   */
  int enqueue(BufferSet from, BufferSet to, Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (BufferLayout.Slot output : layout.restored()) {
      status =
          first(
              status,
              cuMemcpyDtoDAsync(
                  memory.apply(to, output),
                  memory.apply(from, layout.before(output)),
                  output.bytes(),
                  stream));
    }
    return first(status, enqueueSymbols(from, stream));
  }

  int enqueueSymbols(BufferSet from, Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (Symbol symbol : symbols) {
      status =
          first(
              status,
              cuMemcpyDtoDAsync(
                  symbol.address(),
                  memory.apply(from, symbol.input()),
                  symbol.input().bytes(),
                  stream));
    }
    return status;
  }

  private static int first(int status, int next) {
    return status == CUDA_SUCCESS ? next : status;
  }
}
