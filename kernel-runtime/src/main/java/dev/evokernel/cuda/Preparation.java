package dev.evokernel.cuda;

import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.cuda.driver.Handles;
import java.util.List;

/**
 * What is put in its place before each launch of a candidate: the contents of restored outputs, and
 * inputs that lie in symbols of its module. They are copies within device memory, queued before the
 * launch and not part of its time.
 *
 * @param memory where the contents come from, and where restored outputs are
 * @param symbols where the inputs in symbols belong
 */
record Preparation(Placement memory, Layout layout, List<Symbol> symbols) {

  /** Where the buffers are. */
  @FunctionalInterface
  interface Placement {
    Handles.Address at(BufferSet set, Layout.Slot slot);
  }

  /**
   * A symbol of a module.
   *
   * @param input the buffer that it holds
   */
  record Symbol(Layout.Slot input, Handles.Address address) {}

  Preparation {
    symbols = List.copyOf(symbols);
  }

  boolean isEmpty() {
    return symbols.isEmpty() && layout.restored().isEmpty();
  }

  /**
   * Queues the copies, into a recording too.
   *
   * @param from whose inputs the launch reads
   * @param to whose outputs it writes
   * @return the driver's status
   */
  int enqueue(BufferSet from, BufferSet to, Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (Layout.Slot output : layout.restored()) {
      status =
          first(
              status,
              cuMemcpyDtoDAsync(
                  memory.at(to, output),
                  memory.at(from, layout.before(output)),
                  output.bytes(),
                  stream));
    }
    return first(status, enqueueSymbols(from, stream));
  }

  /** The same for the symbols alone. */
  int enqueueSymbols(BufferSet from, Handles.Stream stream) {
    int status = CUDA_SUCCESS;
    for (Symbol symbol : symbols) {
      status =
          first(
              status,
              cuMemcpyDtoDAsync(
                  symbol.address(),
                  memory.at(from, symbol.input()),
                  symbol.input().bytes(),
                  stream));
    }
    return status;
  }

  private static int first(int status, int next) {
    return status == CUDA_SUCCESS ? next : status;
  }
}
