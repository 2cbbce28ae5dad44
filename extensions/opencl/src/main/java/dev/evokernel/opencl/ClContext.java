package dev.evokernel.opencl;

import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

/**
 * Context of one device with one queue, which runs commands in order. Used by one thread, except
 * for {@link #build}.
 */
record ClContext(ClDevice device, MemorySegment context, MemorySegment queue)
    implements AutoCloseable {

  private static final long PROFILING = 2;
  private static final long READ_WRITE = 1;
  private static final int COMPLETE = 0;
  private static final int BUFFER_CREATE_TYPE_REGION = 0x1220;

  public static ClContext open(ClDevice device) {
    String doing = "opening " + device.model();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocateFrom(ADDRESS, device.handle());
      MemorySegment context = ClLibrary.make("clCreateContext", doing, NULL, 1, list, NULL, NULL);
      MemorySegment queue =
          ClLibrary.make(
              "clCreateCommandQueue",
              doing,
              context,
              device.handle(),
              device.hasEventTimes() ? PROFILING : 0L);
      return new ClContext(device, context, queue);
    }
  }

  /**
   * Allocates memory.
   *
   * @param what completes "allocating …"
   */
  public ClMemory allocate(long bytes, String what) {
    String doing = "allocating " + what;
    return new ClMemory(
        ClLibrary.make("clCreateBuffer", doing, context, READ_WRITE, bytes, NULL), bytes);
  }

  /**
   * Allocates memory for one candidate.
   *
   * @throws dev.evokernel.backend.RejectionException if the device cannot hold it
   */
  public ClMemory allocateForCandidate(long bytes, String what) {
    return new ClMemory(
        ClLibrary.create(
            "clCreateBuffer",
            status -> ClStatus.candidate(status, "allocating " + what),
            context,
            READ_WRITE,
            bytes,
            NULL),
        bytes);
  }

  /** Part of an allocation, whose offset has the alignment of the device's addresses. */
  public ClMemory part(ClMemory whole, long offset, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = arena.allocateFrom(ValueLayout.JAVA_LONG, offset, bytes);
      return new ClMemory(
          ClLibrary.make(
              "clCreateSubBuffer",
              "dividing device memory",
              whole.handle(),
              READ_WRITE,
              BUFFER_CREATE_TYPE_REGION,
              region),
          bytes);
    }
  }

  public ClProgram build(String text, String options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ADDRESS, arena.allocateFrom(text));
      MemorySegment program =
          ClLibrary.make("clCreateProgramWithSource", "reading a source", context, 1, source, NULL);
      return ClProgram.of(program, device, options);
    }
  }

  public ClProgram load(byte[] binary, String doing) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment devices = arena.allocateFrom(ADDRESS, device.handle());
      MemorySegment sizes = arena.allocateFrom(ValueLayout.JAVA_LONG, binary.length);
      MemorySegment image = arena.allocate(Math.max(1, binary.length), Long.BYTES);
      MemorySegment.copy(binary, 0, image, JAVA_BYTE, 0, binary.length);
      MemorySegment images = arena.allocateFrom(ADDRESS, image);
      MemorySegment program =
          ClLibrary.create(
              "clCreateProgramWithBinary",
              status -> ClStatus.candidate(status, doing),
              context,
              1,
              devices,
              sizes,
              images,
              arena.allocate(JAVA_INT));
      ClProgram built = ClProgram.of(program, device, "");
      if (!built.succeeded()) {
        built.close();
      }
      ClStatus.candidate(built.status(), doing);
      return built;
    }
  }

  public void copy(ClMemory from, ClMemory to, long bytes) {
    enqueue("clEnqueueCopyBuffer", "copying device memory", from, to.handle(), 0L, 0L, bytes);
  }

  public void fill(ClMemory memory, long offset, long bytes, byte value) {
    if (bytes > 0) {
      try (Arena arena = Arena.ofConfined()) {
        boolean whole = offset % Integer.BYTES == 0 && bytes % Integer.BYTES == 0;
        MemorySegment pattern = arena.allocate(Integer.BYTES, Integer.BYTES).fill(value);
        long width = whole ? Integer.BYTES : 1;
        String doing = "filling device memory";
        enqueue("clEnqueueFillBuffer", doing, memory, pattern, width, offset, bytes);
      }
    }
  }

  public void upload(MemorySegment from, ClMemory to, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own =
          from.isNative() ? from : arena.allocate(from.byteSize(), Long.BYTES).copyFrom(from);
      transfer("clEnqueueWriteBuffer", own, to, offset);
    }
  }

  /** Copies from device memory and waits, also for the commands before. */
  public void download(ClMemory from, long offset, MemorySegment to) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = to.isNative() ? to : arena.allocate(to.byteSize(), Long.BYTES);
      transfer("clEnqueueReadBuffer", own, from, offset);
      if (!to.isNative()) {
        to.copyFrom(own);
      }
    }
  }

  private void transfer(String function, MemorySegment host, ClMemory memory, long offset) {
    if (host.byteSize() > 0) {
      String doing = "copying between host and device";
      enqueue(function, doing, memory, 1, offset, host.byteSize(), host);
    }
  }

  private void enqueue(String function, String doing, ClMemory memory, Object... arguments) {
    var all = new ArrayList<Object>(List.of(queue, memory.handle()));
    all.addAll(List.of(arguments));
    all.addAll(List.of(0, NULL, NULL));
    ClStatus.machine(ClLibrary.call(function, all.toArray()), doing);
  }

  /**
   * Waits for all commands.
   *
   * @throws dev.evokernel.backend.RejectionException if the candidate's launch has failed
   */
  public void finish(String doing) {
    ClStatus.ended(ClLibrary.call("clFinish", queue), doing);
  }

  public void flush() {
    ClStatus.machine(ClLibrary.call("clFlush", queue), "starting commands");
  }

  public boolean works() {
    return ClLibrary.call("clFinish", queue) == ClStatus.SUCCESS && device.isAvailable();
  }

  public ClEvent gate() {
    return new ClEvent(ClLibrary.make("clCreateUserEvent", "making an event", context));
  }

  public void open(ClEvent gate) {
    ClStatus.machine(
        ClLibrary.call("clSetUserEventStatus", gate.handle(), COMPLETE), "starting launches");
  }

  @Override
  public void close() {
    ClLibrary.call("clReleaseCommandQueue", queue);
    ClLibrary.call("clReleaseContext", context);
  }
}
