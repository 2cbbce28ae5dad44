package dev.evokernel.kernel;

/** How the CUDA driver numbers what a tensor map is made of. */
public final class TensorMapNumbers {

  private TensorMapNumbers() {}

  /** {@code CUtensorMapDataType}. */
  public static int of(ElementType type) {
    return switch (type) {
      case I8 -> 0;
      case I32 -> 3;
      case I64 -> 5;
      case F16 -> 6;
      case F32 -> 7;
      case F64 -> 8;
      case BF16 -> 9;
    };
  }

  /** {@code CUtensorMapSwizzle}. */
  public static int of(Argument.Swizzle swizzle) {
    return switch (swizzle) {
      case NONE -> 0;
      case BYTES_32 -> 1;
      case BYTES_64 -> 2;
      case BYTES_128 -> 3;
    };
  }
}
