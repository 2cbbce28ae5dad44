package dev.evokernel.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Event of a command, with the device's times where the queue records them. */
record ClEvent(MemorySegment handle) implements AutoCloseable {

  private static final int START = 0x1282;
  private static final int END = 0x1283;

  /**
   * Waits for the command.
   *
   * @throws dev.evokernel.backend.RejectionException if it has failed
   */
  public void await(String doing) {
    try (Arena arena = Arena.ofConfined()) {
      ClStatus.ended(
          ClLibrary.call("clWaitForEvents", 1, arena.allocateFrom(ADDRESS, handle)), doing);
    }
  }

  /** Time at which the ended command began, in nanoseconds of the device; 0 where unknown. */
  public long start() {
    return info().number(START);
  }

  public long end() {
    return info().number(END);
  }

  private ObjectInfo info() {
    return new ObjectInfo("clGetEventProfilingInfo", handle);
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseEvent", handle);
  }
}
