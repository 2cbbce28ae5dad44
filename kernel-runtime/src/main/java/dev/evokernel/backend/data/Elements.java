package dev.evokernel.backend.data;

import dev.evokernel.kernel.ElementType;
import java.nio.ByteBuffer;

/**
 * Conversion between Java's doubles and the elements of a buffer, in the buffer's byte order. Both
 * directions start at the buffer's position, at the start of a byte, and do not move it.
 *
 * <p>Bytes travel through primitive arrays: one bulk copy and a plain loop are fast even where the
 * JVM compiles lightly.
 */
public final class Elements {

  private Elements() {}

  /** Encodes the first {@code count} values, rounding to nearest and saturating integers. */
  public static void write(ElementType type, double[] values, int count, ByteBuffer into) {
    switch (type.bits()) {
      case 4 -> {
        byte[] pairs = new byte[(count + 1) / 2];
        for (int i = 0; i < count; i++) {
          pairs[i / 2] |= (byte) ((code(type, values[i]) & 15) << (i % 2 * 4));
        }
        into.duplicate().put(pairs);
      }
      case 8 -> {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
          bytes[i] = (byte) code(type, values[i]);
        }
        into.duplicate().put(bytes);
      }
      case 16 -> {
        short[] shorts = new short[count];
        for (int i = 0; i < count; i++) {
          shorts[i] = (short) code(type, values[i]);
        }
        into.asShortBuffer().put(shorts);
      }
      case 32 -> {
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
          ints[i] = (int) code(type, values[i]);
        }
        into.asIntBuffer().put(ints);
      }
      default -> {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
          longs[i] = code(type, values[i]);
        }
        into.asLongBuffer().put(longs);
      }
    }
  }

  /** Decodes {@code count} elements. A 64-bit integer beyond 2⁵³ is rounded. */
  public static void read(ElementType type, ByteBuffer from, int count, double[] values) {
    switch (type.bits()) {
      case 4, 8 -> {
        byte[] bytes = new byte[(int) type.bytes(count)];
        from.duplicate().get(bytes);
        for (int i = 0; i < count; i++) {
          values[i] = value(type, type.isPacked() ? bytes[i / 2] >> (i % 2 * 4) : bytes[i]);
        }
      }
      case 16 -> {
        short[] shorts = new short[count];
        from.asShortBuffer().get(shorts);
        for (int i = 0; i < count; i++) {
          values[i] = value(type, shorts[i]);
        }
      }
      case 32 -> {
        int[] ints = new int[count];
        from.asIntBuffer().get(ints);
        for (int i = 0; i < count; i++) {
          values[i] = value(type, ints[i]);
        }
      }
      default -> {
        long[] longs = new long[count];
        from.asLongBuffer().get(longs);
        for (int i = 0; i < count; i++) {
          values[i] = value(type, longs[i]);
        }
      }
    }
  }

  /** Bits of an element, at the low end. */
  public static long code(ElementType type, double value) {
    return switch (type) {
      case F32 -> Float.floatToRawIntBits((float) value);
      case F64 -> Double.doubleToRawLongBits(value);
      case F16 -> Float.floatToFloat16((float) value);
      case BF16 -> bfloat16((float) value);
      case F4E2M1, F8E4M3, F8E5M2 -> SmallFloat.code(type, value);
      case U64 -> value < 0x1p63 ? Math.max(0, (long) value) : (long) (value * 0.5) << 1;
      case I32 -> (int) value; // Java's conversion saturates.
      case I64 -> (long) value;
      case I4, I8, I16, U4, U8, U16, U32 -> Math.clamp((long) value, type.least(), type.most());
    };
  }

  private static double value(ElementType type, long code) {
    return switch (type) {
      case F32 -> Float.intBitsToFloat((int) code);
      case F64 -> Double.longBitsToDouble(code);
      case F16 -> Float.float16ToFloat((short) code);
      case BF16 -> Float.intBitsToFloat((int) code << 16);
      case F4E2M1, F8E4M3, F8E5M2 -> SmallFloat.value(type, (int) code);
      case I4 -> code << 60 >> 60;
      case I8, I16, I32, I64 -> code;
      case U64 -> code >= 0 ? code : 2.0 * ((code >>> 1) | (code & 1));
      case U4, U8, U16, U32 -> code & type.most();
    };
  }

  private static short bfloat16(float value) {
    if (Float.isNaN(value)) {
      return (short) 0x7FC0;
    }
    int bits = Float.floatToRawIntBits(value);
    int roundedToEven = bits + 0x7FFF + ((bits >>> 16) & 1);
    return (short) (roundedToEven >>> 16);
  }

  /**
   * Floating-point numbers of at most eight bits, as the Open Compute Project defines them. The
   * steps must stay equal to those of {@code inspection.cu}.
   */
  private static final class SmallFloat {

    private SmallFloat() {}

    /**
     * Rounds to nearest, ties to even; a number beyond the largest becomes infinity or saturates.
     */
    static int code(ElementType type, double value) {
      int fraction = type.fraction();
      int lowest = lowest(type);
      int sign = Double.doubleToRawLongBits(value) < 0 ? 1 << (type.bits() - 1) : 0;
      double magnitude = Math.min(Math.abs(value), type.largest());
      if (Double.isNaN(value)) {
        return sign | (-1 >>> (Integer.SIZE - type.bits() + 1));
      }
      if (magnitude >= type.overflow()) {
        return sign | (((1 << (type.bits() - 1 - fraction)) - 1) << fraction);
      }
      int exponent = Math.max(Math.getExponent(magnitude), lowest);
      int units = (int) Math.rint(Math.scalb(magnitude, fraction - exponent));
      return sign | (((exponent - lowest) << fraction) + units);
    }

    static double value(ElementType type, int code) {
      int fraction = type.fraction();
      int largest = -1 >>> (Integer.SIZE - type.bits() + 1);
      int magnitude = code & largest;
      int exponent = magnitude >> fraction;
      int units = magnitude & ((1 << fraction) - 1);
      double value =
          Math.scalb(
              (double) (exponent == 0 ? units : units + (1 << fraction)),
              Math.max(exponent, 1) - 1 + lowest(type) - fraction);
      if (type == ElementType.F8E5M2 && exponent == 31) {
        value = units == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
      } else if (type == ElementType.F8E4M3 && magnitude == largest) {
        value = Double.NaN;
      }
      return ((code >> (type.bits() - 1)) & 1) == 0 ? value : -value;
    }

    private static int lowest(ElementType type) {
      return 2 - (1 << (type.bits() - type.fraction() - 2));
    }
  }
}
