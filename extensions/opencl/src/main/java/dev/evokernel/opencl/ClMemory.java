package dev.evokernel.opencl;

import java.lang.foreign.MemorySegment;

/** Memory object of a device, or a part of one. */
final class ClMemory implements AutoCloseable {

  private final MemorySegment handle;
  private final long bytes;

  ClMemory(MemorySegment handle, long bytes) {
    this.handle = handle;
    this.bytes = bytes;
  }

  MemorySegment handle() {
    return handle;
  }

  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseMemObject", handle);
  }
}
