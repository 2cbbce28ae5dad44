package dev.evokernel.backend.data;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Member;

/**
 * Bytes of values that C passes by copy.
 *
 * @param type in which the buffer's elements are stored
 * @param array address of an array of pointers with this content
 */
public record MemberBytes(
    Frame frame,
    ToLongFunction<String> address,
    Function<String, ElementType> type,
    ToLongFunction<long[]> array) {

  public MemorySegment of(Member content) {
    MemorySegment bytes = Arena.ofAuto().allocate(content.bytes(), content.alignment());
    long at = 0;
    for (Member.Leaf leaf : content.flat()) {
      switch (leaf) {
        case Member.Scalar(ElementType number, var value) ->
            MemorySegment.copy(
                number.isFloating()
                    ? number(number, value.real(frame), 0)
                    : number(number, 0, value.integer(frame)),
                0,
                bytes,
                at,
                number.bytes());
        case Member.Pointer pointer -> bytes.set(JAVA_LONG_UNALIGNED, at, addresses(pointer).sum());
        case Member.Pointers(var all) when !all.isEmpty() ->
            bytes.set(
                JAVA_LONG_UNALIGNED,
                at,
                array.applyAsLong(all.stream().flatMapToLong(this::addresses).toArray()));
        case Member.Pointers _, Member.Gap _ -> {}
      }
      at += leaf.bytes();
    }
    return bytes;
  }

  private LongStream addresses(Member.Pointer pointer) {
    long start = address.applyAsLong(pointer.of());
    ElementType elements = type.apply(pointer.of());
    return pointer.offsets(frame).map(at -> start + elements.bytes(at));
  }

  public static MemorySegment number(ElementType type, double real, long integer) {
    MemorySegment value = Arena.ofAuto().allocate(type.bytes(), type.bytes());
    long[] bits = {type.isFloating() ? Elements.code(type, real) : integer};
    return value.copyFrom(MemorySegment.ofArray(bits).asSlice(0, type.bytes()));
  }
}
