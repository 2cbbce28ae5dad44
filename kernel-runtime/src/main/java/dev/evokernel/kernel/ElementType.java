package dev.evokernel.kernel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The type of a scalar argument or of a buffer's elements. */
public enum ElementType {
  F16(2, true),
  BF16(2, true),
  F32(4, true),
  F64(8, true),
  I8(1, false),
  I32(4, false),
  I64(8, false);

  private final int bytes;
  private final boolean floating;

  ElementType(int bytes, boolean floating) {
    this.bytes = bytes;
    this.floating = floating;
  }

  public int bytes() {
    return bytes;
  }

  public boolean isFloating() {
    return floating;
  }

  /** The smallest number that rounds to infinity; infinite itself for what saturates. */
  public double overflow() {
    return switch (this) {
      case F16 -> 65520;
      case BF16 -> 0x1.FFp127;
      case F32 -> 0x1.FFFFFFp127;
      case F64, I8, I32, I64 -> Double.POSITIVE_INFINITY;
    };
  }

  /** How files write the type, for example {@code f32}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type that files write so; empty if there is none. */
  public static Optional<ElementType> find(String label) {
    return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
  }

  /**
   * @throws IllegalArgumentException if no type has this label
   */
  public static ElementType ofLabel(String label) {
    return find(label)
        .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no element type."));
  }
}
