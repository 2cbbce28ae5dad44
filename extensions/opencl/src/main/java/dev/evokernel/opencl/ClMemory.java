package dev.evokernel.opencl;

import java.lang.foreign.MemorySegment;

/** Memory object of a device, or a part of one. */
record ClMemory(MemorySegment handle, long bytes) implements AutoCloseable {

  @Override
  public void close() {
    ClLibrary.call("clReleaseMemObject", handle);
  }
}
