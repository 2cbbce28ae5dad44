package dev.evokernel.cuda;

import static jcuda.driver.JCudaDriver.cuMemsetD8Async;

import org.jspecify.annotations.Nullable;

/**
 * Flush of the second-level cache: overwrites a buffer of the cache's size, which is allocated at
 * the first use.
 */
final class L2Flush implements AutoCloseable {

  private final long bytes;
  private @Nullable Memory memory;

  public L2Flush(long bytes) {
    this.bytes = Math.max(1, bytes);
  }

  /**
   * Queues the flush, also into a recording.
   *
   * @return the driver's status
   */
  public int enqueue(Handles.Stream stream) {
    return cuMemsetD8Async(buffer().at(0), (byte) 0, bytes, stream);
  }

  /** Allocates the buffer, which is forbidden while a stream is recorded. */
  public Memory buffer() {
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
