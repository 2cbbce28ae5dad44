package dev.evokernel.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A buffer between guards, its end as close to the second one as 64-byte alignment allows.
 *
 * <pre>
 * | guard | canary, 256 bytes or more | data | canary, 0 to 63 bytes | guard |
 * </pre>
 *
 * An access past the end or far before the start kills the process; a write just before the start
 * or into the slack changes a canary. The guards are a mebibyte of address space each and no
 * memory: behind a narrow guard, a stray write could reach the next buffer unnoticed.
 */
final class GuardedBuffer implements AutoCloseable {

  private static final long ALIGNMENT = 64;
  private static final long LEAD = 256;
  private static final long GUARD = 256 * NativePages.PAGE;
  private static final byte CANARY = (byte) 0xC9;

  private final MemorySegment pages;
  private final MemorySegment before;
  private final MemorySegment data;
  private final MemorySegment after;

  private GuardedBuffer(MemorySegment pages, long bytes) {
    this.pages = pages;
    long end = pages.byteSize() - GUARD;
    long start = end - Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    this.before = pages.asSlice(GUARD, start - GUARD);
    this.data = pages.asSlice(start, bytes);
    this.after = pages.asSlice(start + bytes, end - start - bytes);
  }

  static GuardedBuffer allocate(long bytes) {
    long padded = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT + LEAD;
    MemorySegment pages = NativePages.map(NativePages.roundUp(padded) + 2 * GUARD);
    NativePages.forbid(pages.asSlice(0, GUARD));
    NativePages.forbid(pages.asSlice(pages.byteSize() - GUARD));
    var buffer = new GuardedBuffer(pages, bytes);
    buffer.renewCanaries();
    return buffer;
  }

  MemorySegment data() {
    return data;
  }

  void renewCanaries() {
    before.fill(CANARY);
    after.fill(CANARY);
  }

  boolean canariesIntact() {
    return intact(before) && intact(after);
  }

  @Override
  public void close() {
    NativePages.unmap(pages);
  }

  private static boolean intact(MemorySegment canary) {
    for (byte found : canary.toArray(ValueLayout.JAVA_BYTE)) {
      if (found != CANARY) {
        return false;
      }
    }
    return true;
  }
}
