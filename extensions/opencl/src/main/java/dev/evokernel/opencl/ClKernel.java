package dev.evokernel.opencl;

import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/** Kernel object: a function of a program, its arguments, and the size of its launches. */
final class ClKernel implements AutoCloseable {

  private static final int NUM_ARGS = 0x1191;
  private static final int WORK_GROUP_SIZE = 0x11B0;
  private static final int LOCAL_BYTES = 0x11B2;
  private static final int MOST_DIMENSIONS = 3;

  private final MemorySegment handle;
  private final String name;
  private final ClDevice device;
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment global = arena.allocate(JAVA_LONG, MOST_DIMENSIONS);
  private final MemorySegment local = arena.allocate(JAVA_LONG, MOST_DIMENSIONS);
  private int dimensions;

  ClKernel(MemorySegment handle, String name, ClDevice device) {
    this.handle = handle;
    this.name = name;
    this.device = device;
  }

  public String name() {
    return name;
  }

  public int parameters() {
    return (int) new ObjectInfo("clGetKernelInfo", handle).number(NUM_ARGS);
  }

  /** Maximum number of work-items of a group, limited by what each of them needs. */
  public long largestGroup() {
    return ofGroup().number(WORK_GROUP_SIZE);
  }

  /** Local memory that the function declares, in bytes of a group. */
  public long localBytes() {
    return ofGroup().number(LOCAL_BYTES);
  }

  private ObjectInfo ofGroup() {
    return new ObjectInfo("clGetKernelWorkGroupInfo", handle, device.handle());
  }

  public void set(int index, ClMemory memory, String argument) {
    try (Arena temporary = Arena.ofConfined()) {
      set(index, ADDRESS.byteSize(), temporary.allocateFrom(ADDRESS, memory.handle()), argument);
    }
  }

  public void setNull(int index, String argument) {
    set(index, ADDRESS.byteSize(), NULL, argument);
  }

  public void set(int index, byte[] value, String argument) {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment bytes = temporary.allocate(value.length, Long.BYTES);
      set(index, value.length, bytes.copyFrom(MemorySegment.ofArray(value)), argument);
    }
  }

  /** Sets an argument that is local memory of so many bytes. */
  public void setLocal(int index, long bytes, String argument) {
    set(index, bytes, NULL, argument);
  }

  private void set(int index, long bytes, MemorySegment value, String argument) {
    ClStatus.candidate(
        ClLibrary.call("clSetKernelArg", handle, index, bytes, value),
        "passing '%s' as parameter %d of '%s'".formatted(argument, index + 1, name));
  }

  /**
   * Sets the size of launches.
   *
   * @param groups in each of one to three dimensions
   */
  public void launches(List<Long> groups, List<Long> items) {
    dimensions = groups.size();
    for (int axis = 0; axis < dimensions; axis++) {
      long size = items.get(axis);
      global.setAtIndex(JAVA_LONG, axis, Math.multiplyExact(groups.get(axis), size));
      local.setAtIndex(JAVA_LONG, axis, size);
    }
  }

  int enqueue(ClContext context, int waits, MemorySegment gates, MemorySegment event) {
    return ClLibrary.call(
        "clEnqueueNDRangeKernel",
        context.queue(),
        handle,
        dimensions,
        NULL,
        global,
        local,
        waits,
        gates,
        event);
  }

  public void enqueue(ClContext context) {
    ClStatus.candidate(enqueue(context, 0, NULL, NULL), "launching '" + name + "'");
  }

  /** Queues a launch that has an event, and waits for a gate where there is one. */
  public ClEvent enqueueTimed(ClContext context, Optional<ClEvent> gate) {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment event = temporary.allocate(ADDRESS);
      MemorySegment gates =
          gate.map(one -> temporary.allocateFrom(ADDRESS, one.handle())).orElse(NULL);
      ClStatus.candidate(
          enqueue(context, gate.isPresent() ? 1 : 0, gates, event), "launching '" + name + "'");
      return new ClEvent(event.get(ADDRESS, 0));
    }
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseKernel", handle);
  }
}
