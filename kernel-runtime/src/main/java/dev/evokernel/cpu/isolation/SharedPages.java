package dev.evokernel.cpu.isolation;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cpu.containment.Libc;

/**
 * Pages that this process shares with isolated candidates, which see them at equal addresses with
 * equal protection. An address is used once, so that no late write reaches another buffer.
 *
 * <p>Confined to the device's thread.
 */
public final class SharedPages {

  static final int PROT_READ_WRITE = 3;

  /** Address of the first page, far from what the system places by itself. */
  private static final long FIRST = 0x2000_0000_0000L;

  private static final long BETWEEN = 1L << 20;
  private static final int MAP_SHARED_AT_FREE_ADDRESS = 0x10_0001;
  private static final int CLOSED_ON_EXEC = 1;
  private static final int PUNCH_HOLE_AND_KEEP_SIZE = 3;

  private static final MethodHandle MEMFD_CREATE =
      Libc.bind("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FTRUNCATE =
      Libc.bind("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MMAP =
      Libc.bind("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle MUNMAP = Libc.bind("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle FALLOCATE =
      Libc.bind("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CLOSE = Libc.bind("close", JAVA_INT, JAVA_INT);

  private static final NavigableMap<Long, Mapping> MAPPINGS = new TreeMap<>();
  private static final NavigableMap<Long, Protection> PROTECTIONS = new TreeMap<>();
  private static long next = FIRST;
  private static int buffers = -1;

  /** Pages of one buffer, at an offset of the shared memory. */
  record Mapping(long address, long bytes) {

    long offset() {
      return address - FIRST;
    }

    MemorySegment pages() {
      return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
  }

  /** Protection of a part of a mapping, as {@code mprotect} takes it. */
  record Protection(long address, long bytes, int allowed) {}

  private SharedPages() {}

  /** Whether candidates of this worker run in processes of their own. */
  public static boolean areUsed() {
    return Boolean.getBoolean(Backend.ISOLATED);
  }

  /** Maps zeroed pages for a buffer; empty if memory is short. */
  public static Optional<MemorySegment> map(long bytes) {
    var mapping = new Mapping(next, bytes);
    next += Math.ceilDiv(bytes, BETWEEN) * BETWEEN + BETWEEN;
    if (!grow(buffers(), mapping.offset() + bytes)
        || !map(buffers(), mapping, mapping.offset())) {
      return Optional.empty();
    }
    MAPPINGS.put(mapping.address(), mapping);
    IsolatedProcess.each(process -> process.map(mapping));
    return Optional.of(mapping.pages());
  }

  /** Tells isolated candidates the new protection of pages that they share; ignores others. */
  public static void protect(MemorySegment pages, int allowed) {
    Map.Entry<Long, Mapping> shared = MAPPINGS.floorEntry(pages.address());
    if (shared != null && pages.address() < shared.getKey() + shared.getValue().bytes()) {
      var protection = new Protection(pages.address(), pages.byteSize(), allowed);
      PROTECTIONS.put(protection.address(), protection);
      IsolatedProcess.each(process -> process.protect(protection));
    }
  }

  /** Forgets shared pages that this process unmaps; ignores others. */
  public static void forget(MemorySegment pages) {
    if (MAPPINGS.remove(pages.address()) != null) {
      PROTECTIONS.subMap(pages.address(), pages.address() + pages.byteSize()).clear();
      long offset = pages.address() - FIRST;
      var _ =
          (int) call(FALLOCATE, buffers(), PUNCH_HOLE_AND_KEEP_SIZE, offset, pages.byteSize());
    }
  }

  static Collection<Mapping> mappings() {
    return MAPPINGS.values();
  }

  static Collection<Protection> protections() {
    return PROTECTIONS.values();
  }

  /** Descriptor of the memory of all buffers. */
  static int buffers() {
    if (buffers < 0) {
      buffers = memory();
    }
    return buffers;
  }

  /** Page of an isolated process's own, with the descriptor of its memory. */
  static Map.Entry<Integer, MemorySegment> page(long bytes) {
    int descriptor = memory();
    var mapping = new Mapping(next, bytes);
    next += BETWEEN;
    if (!grow(descriptor, bytes) || !map(descriptor, mapping, 0)) {
      throw new EnvironmentException("No memory for an isolated process.");
    }
    return Map.entry(descriptor, mapping.pages());
  }

  static void unmap(MemorySegment page) {
    var _ = (int) call(MUNMAP, page, page.byteSize());
  }

  static void close(int descriptor) {
    var _ = (int) call(CLOSE, descriptor);
  }

  private static int memory() {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) call(MEMFD_CREATE, arena.allocateFrom("evo"), CLOSED_ON_EXEC);
      if (descriptor < 0) {
        throw new EnvironmentException(
            "Isolated candidates need memory to share (memfd_create), which this system refuses.");
      }
      return descriptor;
    }
  }

  private static boolean grow(int descriptor, long bytes) {
    return (int) call(FTRUNCATE, descriptor, bytes) == 0;
  }

  private static boolean map(int descriptor, Mapping mapping, long offset) {
    MemorySegment wanted = MemorySegment.ofAddress(mapping.address());
    var mapped =
        (MemorySegment)
            call(
                MMAP,
                wanted,
                mapping.bytes(),
                PROT_READ_WRITE,
                MAP_SHARED_AT_FREE_ADDRESS,
                descriptor,
                offset);
    return mapped.address() == wanted.address();
  }

  static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("A call of the C library failed in the linker.", e);
    }
  }
}
