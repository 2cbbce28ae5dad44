package dev.evokernel.kernel;

import dev.evokernel.kernel.yaml.Labelled;
import java.util.Arrays;
import java.util.Optional;

/**
 * Type of a scalar argument or of a buffer's elements. Two elements of four bits share a byte, the
 * first in its low half.
 */
public enum ElementType implements Labelled {
  /** Numbers from -6 to 6, without infinity and NaN. */
  F4E2M1(4, 1, 13, "uint8_t"),
  /** Numbers from -448 to 448, without infinity. */
  F8E4M3(8, 3, 0, "uint8_t"),
  F8E5M2(8, 2, 0, "uint8_t"),
  F16(16, 10, 6, "_Float16"),
  BF16(16, 7, 9, "__bf16"),
  F32(32, 23, 7, "float"),
  F64(64, 52, 8, "double"),
  I4(4, 0, 13, "uint8_t"),
  I8(8, 0, 0, "int8_t"),
  I16(16, 0, 1, "int16_t"),
  I32(32, 0, 3, "int32_t"),
  I64(64, 0, 5, "int64_t"),
  U4(4, 0, 13, "uint8_t"),
  U8(8, 0, 0, "uint8_t"),
  U16(16, 0, 1, "uint16_t"),
  U32(32, 0, 2, "uint32_t"),
  U64(64, 0, 4, "uint64_t");

  private final int bits;
  private final int fraction;
  private final int tensorMapType;
  private final String c;
  private final boolean unsigned = name().startsWith("U");

  ElementType(int bits, int fraction, int tensorMapType, String c) {
    this.bits = bits;
    this.fraction = fraction;
    this.tensorMapType = tensorMapType;
    this.c = c;
  }

  public int bits() {
    return bits;
  }

  /** Whether two elements share a byte. */
  public boolean isPacked() {
    return bits < Byte.SIZE;
  }

  public long bytes(long elements) {
    return isPacked() ? (elements + 1) / 2 : Math.multiplyExact(elements, bits / Byte.SIZE);
  }

  /** Bytes of an element; 1 for a pair that shares a byte. */
  public int bytes() {
    return Math.max(bits / Byte.SIZE, 1);
  }

  /** Number of elements that fill so many bytes. */
  public long elements(long bytes) {
    return bytes * Byte.SIZE / bits;
  }

  public boolean isFloating() {
    return fraction > 0;
  }

  public boolean isUnsigned() {
    return unsigned;
  }

  public int fraction() {
    return fraction;
  }

  /** Value of {@code CUtensorMapDataType}. */
  public int tensorMapType() {
    return tensorMapType;
  }

  /** Type in C of an element, or of the byte that holds it. */
  public String c() {
    return c;
  }

  /** Code of the type in programs of evo: its position among the types. */
  public int number() {
    return Arrays.asList(values()).indexOf(this);
  }

  /** Type in which NumPy and compiled references know the elements. */
  public ElementType plain() {
    return this == BF16 || (isFloating() && bits < Short.SIZE)
        ? F32
        : isPacked() ? isUnsigned() ? U8 : I8 : this;
  }

  /** Largest number of a type without infinity, which stands for all beyond; else infinity. */
  public double largest() {
    return switch (this) {
      case F4E2M1 -> 6;
      case F8E4M3 -> 448;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  /** Smallest number that rounds to infinity; infinity for types without overflow. */
  public double overflow() {
    return switch (this) {
      case F8E5M2 -> 61440;
      case F16 -> 65520;
      case BF16 -> 0x1.FFp127;
      case F32 -> 0x1.FFFFFFp127;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  /** Smallest value of an integer type. */
  public long least() {
    return isUnsigned() ? 0 : -1L << (bits - 1);
  }

  /** Largest value of an integer type that is an integer of expressions too. */
  public long most() {
    return -1L >>> Math.max(1, Long.SIZE - bits + (isUnsigned() ? 0 : 1));
  }

  public static Optional<ElementType> find(String label) {
    return Labelled.find(ElementType.class, label);
  }

  public static ElementType ofLabel(String label) {
    return find(label)
        .orElseThrow(() -> new IllegalArgumentException("Unknown element type '" + label + "'."));
  }
}
