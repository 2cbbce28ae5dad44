package dev.evokernel.cuda;

import static jcuda.driver.JCudaDriver.cuMemsetD8Async;

import dev.evokernel.cuda.driver.Handles;
import org.jspecify.annotations.Nullable;

/**
 * Evicts all data from the second-level cache by overwriting a buffer of its size. The buffer is
 * allocated when it is first needed.
 */
final class L2Flush implements AutoCloseable {

  private final long bytes;
  private @Nullable Memory memory;

  /**
   * @param bytes of the second-level cache
   */
  L2Flush(long bytes) {
    this.bytes = Math.max(1, bytes);
  }

  /**
   * Enqueues it, into a recording too.
   *
   * @return the driver's status
   */
  int enqueue(Handles.Stream stream) {
    return cuMemsetD8Async(buffer().at(0), (byte) 0, bytes, stream);
  }

  /** Allocates the buffer, which must not happen while a stream is recorded. */
  Memory buffer() {
    Memory allocated = memory;
    if (allocated == null) {
      allocated = Memory.allocate(bytes);
      memory = allocated;
    }
    return allocated;
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
