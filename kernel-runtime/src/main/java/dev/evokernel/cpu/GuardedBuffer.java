package dev.evokernel.cpu;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.GuardedRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Buffer between two guards, adjacent to one of them. Its end is as close to the second guard as
 * 64-byte alignment allows, or its start is at the end of the first guard.
 *
 * <pre>
 * | guard | canary, 256 bytes or more | data | canary, 0 to 63 bytes | guard |
 * | guard | data | canary, 0 to 4095 bytes | guard |
 * </pre>
 *
 * An access to a guard kills the process. A write beside the data that reaches no guard changes a
 * canary. A guard is a mebibyte of address space without memory: beyond a narrow guard, a stray
 * write could reach the next buffer undetected.
 */
final class GuardedBuffer implements AutoCloseable {

  private static final long ALIGNMENT = 64;
  private static final long LEAD = 256;
  private static final long GUARD = 256 * NativePages.PAGE;

  enum Side {
    START,
    END
  }

  private final MemorySegment pages;
  private final MemorySegment before;
  private final MemorySegment data;
  private final MemorySegment after;
  private byte canary;
  private boolean readOnly;

  private GuardedBuffer(MemorySegment pages, long bytes, Side side) {
    this.pages = pages;
    long end = pages.byteSize() - GUARD;
    long start =
        switch (side) {
          case START -> GUARD;
          case END -> end - Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
        };
    this.before = pages.asSlice(GUARD, start - GUARD);
    this.data = pages.asSlice(start, bytes);
    this.after = pages.asSlice(start + bytes, end - start - bytes);
  }

  static GuardedBuffer allocate(long bytes, Side side) {
    long padded =
        switch (side) {
          case START -> bytes;
          case END -> Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT + LEAD;
        };
    MemorySegment pages = NativePages.mapBuffer(NativePages.roundUp(padded) + 2 * GUARD);
    NativePages.forbid(pages.asSlice(0, GUARD));
    NativePages.forbid(pages.asSlice(pages.byteSize() - GUARD));
    var buffer = new GuardedBuffer(pages, bytes, side);
    buffer.renewCanaries(GuardFill.FINITE);
    return buffer;
  }

  MemorySegment data() {
    return data;
  }

  GuardedRange range(String name) {
    return new GuardedRange(
        name,
        pages.address(),
        data.address(),
        data.address() + data.byteSize(),
        pages.address() + pages.byteSize());
  }

  /** Writes the canaries, unless they are read-only. */
  void renewCanaries(GuardFill fill) {
    if (!readOnly) {
      canary = fill.value();
      before.fill(canary);
      after.fill(canary);
    }
  }

  void setReadOnly(boolean wanted) {
    if (readOnly != wanted) {
      MemorySegment between = pages.asSlice(GUARD, pages.byteSize() - 2 * GUARD);
      if (wanted) {
        NativePages.makeReadOnly(between);
      } else {
        NativePages.makeWritable(between);
      }
      readOnly = wanted;
    }
  }

  boolean canariesIntact() {
    return intact(before) && intact(after);
  }

  @Override
  public void close() {
    NativePages.unmap(pages);
  }

  private boolean intact(MemorySegment beside) {
    for (byte found : beside.toArray(ValueLayout.JAVA_BYTE)) {
      if (found != canary) {
        return false;
      }
    }
    return true;
  }
}
