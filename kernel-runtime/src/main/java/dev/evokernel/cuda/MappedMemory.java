package dev.evokernel.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * Device memory that is mapped twice, once read-only and once writable. The addresses before and
 * after both mappings are unmapped: a kernel that accesses them faults.
 */
final class MappedMemory implements AutoCloseable {

  private static final int PINNED = 1; // CU_MEM_ALLOCATION_TYPE_PINNED
  private static final int DEVICE = 1; // CU_MEM_LOCATION_TYPE_DEVICE
  private static final int READ = 1; // CU_MEM_ACCESS_FLAGS_PROT_READ
  private static final int READ_AND_WRITE = 3; // CU_MEM_ACCESS_FLAGS_PROT_READWRITE
  private static final int MAPS_MEMORY = 102; // …_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
  private static final int PROPERTIES_BYTES = 32; // sizeof(CUmemAllocationProp)
  private static final int ACCESS_BYTES = 12; // sizeof(CUmemAccessDesc)

  private final long bytes;
  private final long unmapped;
  private final List<Runnable> undo = new ArrayList<>();
  private long reading;
  private long writing;

  private MappedMemory(long bytes, long unmapped) {
    this.bytes = bytes;
    this.unmapped = unmapped;
  }

  public static boolean isSupported() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(JAVA_INT);
      int status = DriverCalls.call("cuDeviceGetAttribute", value, MAPS_MEMORY, device(arena));
      return status == 0 && value.get(JAVA_INT, 0) == 1;
    }
  }

  /**
   * Allocates memory on the device of the current context.
   *
   * @param least bytes; the size is the next multiple of the device's granularity, 2 MiB
   * @throws EnvironmentException if memory is short
   */
  public static MappedMemory allocate(long least) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment properties = arena.allocate(PROPERTIES_BYTES, Long.BYTES);
      properties.set(JAVA_INT, 0, PINNED);
      properties.set(JAVA_INT, 8, DEVICE);
      properties.set(JAVA_INT, 12, device(arena));
      MemorySegment granularity = arena.allocate(JAVA_LONG);
      check(DriverCalls.call("cuMemGetAllocationGranularity", granularity, properties, 0), least);
      long piece = granularity.get(JAVA_LONG, 0);
      var memory = new MappedMemory(Math.ceilDiv(Math.max(1, least), piece) * piece, piece);
      try {
        memory.map(properties, arena);
      } catch (EnvironmentException e) {
        memory.close();
        throw e;
      }
      return memory;
    }
  }

  public long reading() {
    return reading;
  }

  public long writing() {
    return writing;
  }

  public long bytes() {
    return bytes;
  }

  private void map(MemorySegment properties, Arena arena) {
    MemorySegment handle = arena.allocate(JAVA_LONG);
    check(
        DriverCalls.allocation(
            () -> DriverCalls.call("cuMemCreate", handle, bytes, properties, 0L)),
        bytes);
    long physical = handle.get(JAVA_LONG, 0);
    undo.addFirst(() -> DriverCalls.call("cuMemRelease", physical));
    reading = reserve(bytes + 2 * unmapped, arena) + unmapped;
    map(reading, physical, READ, properties, arena);
    writing = reserve(bytes + 2 * unmapped, arena) + unmapped;
    map(writing, physical, READ_AND_WRITE, properties, arena);
  }

  private long reserve(long size, Arena arena) {
    MemorySegment address = arena.allocate(JAVA_LONG);
    check(DriverCalls.call("cuMemAddressReserve", address, size, 0L, 0L, 0L), size);
    long start = address.get(JAVA_LONG, 0);
    undo.addFirst(() -> DriverCalls.call("cuMemAddressFree", start, size));
    return start;
  }

  private void map(long at, long physical, int allowed, MemorySegment properties, Arena arena) {
    check(DriverCalls.call("cuMemMap", at, bytes, 0L, physical, 0L), bytes);
    undo.addFirst(() -> DriverCalls.call("cuMemUnmap", at, bytes));
    MemorySegment access = arena.allocate(ACCESS_BYTES, Integer.BYTES);
    access.copyFrom(properties.asSlice(8, 8)); // the device
    access.set(JAVA_INT, 8, allowed);
    check(DriverCalls.call("cuMemSetAccess", at, bytes, access, 1L), bytes);
  }

  private static int device(Arena arena) {
    MemorySegment ordinal = arena.allocate(JAVA_INT);
    Status.machine(DriverCalls.call("cuCtxGetDevice", ordinal), "asking for the device");
    return ordinal.get(JAVA_INT, 0);
  }

  private static void check(int status, long bytes) {
    Status.machine(status, "mapping " + (bytes >> 20) + " MiB of device memory");
  }

  /** Unmaps and frees the memory. Failures are ignored, because a lost context has freed it. */
  @Override
  public void close() {
    undo.forEach(Runnable::run);
    undo.clear();
  }
}
