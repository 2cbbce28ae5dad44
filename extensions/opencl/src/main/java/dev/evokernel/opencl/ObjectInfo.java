package dev.evokernel.opencl;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * Properties of one object of OpenCL, read by a function such as {@code clGetDeviceInfo}.
 *
 * @param subject the first arguments: the object, for some functions with a device
 */
record ObjectInfo(String function, List<MemorySegment> subject) {

  ObjectInfo(String function, MemorySegment... subject) {
    this(function, List.of(subject));
  }

  /** Value of a property as bytes; empty where the object does not have it. */
  Optional<byte[]> bytes(int property) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      if (call(property, 0L, MemorySegment.NULL, size) != ClStatus.SUCCESS) {
        return Optional.empty();
      }
      long bytes = size.get(JAVA_LONG, 0);
      MemorySegment value = arena.allocate(Math.max(1, bytes), Long.BYTES);
      return call(property, bytes, value, MemorySegment.NULL) == ClStatus.SUCCESS
          ? Optional.of(value.asSlice(0, bytes).toArray(JAVA_BYTE))
          : Optional.empty();
    }
  }

  /** Value as text without its end and spaces around; empty text where unknown. */
  String text(int property) {
    return bytes(property)
        .map(value -> new String(value, StandardCharsets.UTF_8).replace("\0", "").strip())
        .orElse("");
  }

  /** Value as numbers of 64 bits, for example sizes; empty where unknown. */
  long[] longs(int property) {
    return bytes(property)
        .map(value -> MemorySegment.ofArray(value).toArray(JAVA_LONG.withByteAlignment(1)))
        .orElse(new long[0]);
  }

  /** Value as one number of 32 or 64 bits; 0 where unknown. */
  long number(int property) {
    byte[] value = bytes(property).orElse(new byte[0]);
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.nativeOrder());
    return switch (value.length) {
      case Integer.BYTES -> Integer.toUnsignedLong(bytes.getInt());
      case Long.BYTES -> bytes.getLong();
      default -> 0;
    };
  }

  private int call(int property, long bytes, MemorySegment value, MemorySegment size) {
    var arguments = new ArrayList<Object>(subject);
    arguments.addAll(List.of(property, bytes, value, size));
    return ClLibrary.call(function, arguments.toArray());
  }

  /** Handles of a list that a function such as {@code clGetPlatformIDs} fills. */
  static List<MemorySegment> listed(String function, Object... subject) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      if (ClLibrary.call(function, with(subject, 0, MemorySegment.NULL, count)) != 0) {
        return List.of();
      }
      int entries = count.get(JAVA_INT, 0);
      MemorySegment handles = arena.allocate(JAVA_LONG, Math.max(1, entries));
      if (ClLibrary.call(function, with(subject, entries, handles, MemorySegment.NULL)) != 0) {
        return List.of();
      }
      return IntStream.range(0, entries)
          .mapToObj(i -> MemorySegment.ofAddress(handles.getAtIndex(JAVA_LONG, i)))
          .toList();
    }
  }

  private static Object[] with(Object[] first, Object... rest) {
    return Stream.concat(Stream.of(first), Stream.of(rest)).toArray();
  }
}
