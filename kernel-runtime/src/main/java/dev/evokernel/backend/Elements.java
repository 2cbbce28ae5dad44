package dev.evokernel.backend;

import dev.evokernel.kernel.ElementType;
import java.nio.ByteBuffer;

/**
 * Elements between Java's doubles and a buffer's bytes, in the buffer's byte order. Both directions
 * move whole chunks, from the buffer's position on, and leave the position where it was.
 */
public final class Elements {

  private Elements() {}

  /** Encodes the first {@code count} values, rounding to nearest and saturating integers. */
  public static void write(ElementType type, double[] values, int count, ByteBuffer into) {
    int start = into.position();
    for (int i = 0; i < count; i++) {
      double value = values[i];
      int at = start + i * type.bytes();
      switch (type) {
        case F16 -> into.putShort(at, Float.floatToFloat16((float) value));
        case BF16 -> into.putShort(at, bfloat16((float) value));
        case F32 -> into.putFloat(at, (float) value);
        case F64 -> into.putDouble(at, value);
        case I8 -> into.put(at, (byte) Math.clamp((long) value, Byte.MIN_VALUE, Byte.MAX_VALUE));
        case I32 -> into.putInt(at, (int) value);
        case I64 -> into.putLong(at, (long) value);
      }
    }
  }

  /** Decodes {@code count} elements. A 64-bit integer beyond 2⁵³ is rounded. */
  public static void read(ElementType type, ByteBuffer from, int count, double[] values) {
    int start = from.position();
    for (int i = 0; i < count; i++) {
      int at = start + i * type.bytes();
      values[i] =
          switch (type) {
            case F16 -> Float.float16ToFloat(from.getShort(at));
            case BF16 -> Float.intBitsToFloat(from.getShort(at) << 16);
            case F32 -> from.getFloat(at);
            case F64 -> from.getDouble(at);
            case I8 -> from.get(at);
            case I32 -> from.getInt(at);
            case I64 -> from.getLong(at);
          };
    }
  }

  private static short bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) 0x7FC0;
    }
    int roundedToEven = bits + 0x7FFF + ((bits >>> 16) & 1);
    return (short) (roundedToEven >>> 16);
  }
}
