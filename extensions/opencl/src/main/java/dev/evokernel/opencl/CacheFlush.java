package dev.evokernel.opencl;

import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClMemory;
import org.jspecify.annotations.Nullable;

/**
 * Flush of the device's caches: overwrites a buffer of the size of the largest, which is allocated
 * at the first use.
 */
final class CacheFlush implements AutoCloseable {

  private static final long UNKNOWN = 64L << 20;

  private final ClContext context;
  private final long bytes;
  private @Nullable ClMemory memory;

  /**
   * @param bytes of the largest cache; 0 where unknown
   */
  CacheFlush(ClContext context, long bytes) {
    this.context = context;
    this.bytes = bytes > 0 ? bytes : UNKNOWN;
  }

  /** Queues the flush. */
  void enqueue() {
    ClMemory allocated = memory;
    if (allocated == null) {
      allocated = context.allocate(bytes, "memory to flush caches");
      memory = allocated;
    }
    context.fill(allocated, 0, bytes, (byte) 0);
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
