package dev.evokernel.opencl;

/** Flush of the device's caches: overwrites a buffer of the size of the largest. */
final class CacheFlush implements AutoCloseable {

  private static final long UNKNOWN = 64L << 20;

  private final ClContext context;
  private final ClMemory memory;

  CacheFlush(ClContext context, long bytes) {
    this.context = context;
    this.memory = context.allocate(bytes > 0 ? bytes : UNKNOWN, "memory to flush caches");
  }

  void enqueue() {
    context.fill(memory, 0, memory.bytes(), (byte) 0);
  }

  @Override
  public void close() {
    memory.close();
  }
}
