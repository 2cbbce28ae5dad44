package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Flush of the caches: writes a buffer larger than all of them. One thread for each core writes a
 * part of its own, because the data of a kernel with threads lies in the private caches of several
 * cores. The system places the threads, so a core that was busy with another process may keep its
 * data.
 */
final class CpuCacheFlush implements AutoCloseable {

  private static final int LINE = 64;

  private final int cores;
  private final long slice;
  private @Nullable MemorySegment pages;
  private @Nullable ExecutorService walkers;

  CpuCacheFlush(DeviceLimits limits) {
    this.cores = Math.toIntExact(limits.value(Limit.CORES));
    long caches = Math.max(limits.value(Limit.L3_BYTES), cores * limits.value(Limit.L2_BYTES));
    this.slice = NativePages.roundUp(Math.ceilDiv(2 * caches, cores));
  }

  long bytes() {
    return cores * slice;
  }

  void run() {
    MemorySegment buffer = pages == null ? NativePages.map(bytes()) : pages;
    pages = buffer;
    ExecutorService threads =
        walkers == null
            ? Executors.newFixedThreadPool(
                cores, Thread.ofPlatform().daemon().name("evo-flush").factory())
            : walkers;
    walkers = threads;
    try {
      var _ =
          threads.invokeAll(
              IntStream.range(0, cores)
                  .mapToObj(i -> Executors.callable(() -> walk(buffer.asSlice(i * slice, slice))))
                  .toList());
    } catch (InterruptedException e) {
      throw new IllegalStateException("The thread of a device must not be interrupted.", e);
    }
  }

  @Override
  public void close() {
    if (walkers != null) {
      walkers.close();
      walkers = null;
    }
    if (pages != null) {
      NativePages.unmap(pages);
      pages = null;
    }
  }

  /** Writes to every line, so that the core owns it exclusively. */
  private static void walk(MemorySegment part) {
    for (long line = 0; line < part.byteSize(); line += LINE) {
      byte value = part.get(ValueLayout.JAVA_BYTE, line);
      part.set(ValueLayout.JAVA_BYTE, line, (byte) (value + 1));
    }
  }
}
