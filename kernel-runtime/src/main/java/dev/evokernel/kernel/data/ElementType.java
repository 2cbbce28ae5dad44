package dev.evokernel.kernel.data;

import module java.base;

/** Type of a scalar argument or of a buffer's elements. */
public enum ElementType {
  F16(2, true, 6),
  BF16(2, true, 9),
  F32(4, true, 7),
  F64(8, true, 8),
  I8(1, false, 0),
  I32(4, false, 3),
  I64(8, false, 5);

  private final int bytes;
  private final boolean floating;
  private final int tensorMapType;

  ElementType(int bytes, boolean floating, int tensorMapType) {
    this.bytes = bytes;
    this.floating = floating;
    this.tensorMapType = tensorMapType;
  }

  public int bytes() {
    return bytes;
  }

  public boolean isFloating() {
    return floating;
  }

  /** Value of {@code CUtensorMapDataType}. */
  public int tensorMapType() {
    return tensorMapType;
  }

  /** Smallest number that rounds to infinity; infinity for types without overflow. */
  public double overflow() {
    return switch (this) {
      case F16 -> 65520;
      case BF16 -> 0x1.FFp127;
      case F32 -> 0x1.FFFFFFp127;
      case F64, I8, I32, I64 -> Double.POSITIVE_INFINITY;
    };
  }

  /** Spelling in files, for example {@code f32}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ElementType> find(String label) {
    return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
  }

  /**
   * @throws IllegalArgumentException if no type has this label
   */
  public static ElementType ofLabel(String label) {
    return find(label)
        .orElseThrow(() -> new IllegalArgumentException("Unknown element type '" + label + "'."));
  }
}
