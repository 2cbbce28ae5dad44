package dev.evokernel.backend.data;

import dev.evokernel.kernel.data.ElementType;
import java.nio.ByteBuffer;

/**
 * Conversion between Java's doubles and the elements of a buffer, in the buffer's byte order. Both
 * directions start at the buffer's position and do not move it.
 *
 * <p>Bytes travel through primitive arrays: one bulk copy and a plain loop are fast even where the
 * JVM compiles lightly.
 */
public final class Elements {

  private Elements() {}

  /** Encodes the first {@code count} values, rounding to nearest and saturating integers. */
  public static void write(ElementType type, double[] values, int count, ByteBuffer into) {
    switch (type) {
      case F16, BF16 -> {
        short[] shorts = new short[count];
        for (int i = 0; i < count; i++) {
          float value = (float) values[i];
          shorts[i] = type == ElementType.F16 ? Float.floatToFloat16(value) : bfloat16(value);
        }
        into.asShortBuffer().put(shorts);
      }
      case F32 -> {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
          floats[i] = (float) values[i];
        }
        into.asFloatBuffer().put(floats);
      }
      case F64 -> into.asDoubleBuffer().put(values, 0, count);
      case I8 -> {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
          bytes[i] = (byte) Math.clamp((long) values[i], Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        into.duplicate().put(bytes);
      }
      case I32 -> {
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
          ints[i] = (int) values[i];
        }
        into.asIntBuffer().put(ints);
      }
      case I64 -> {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
          longs[i] = (long) values[i];
        }
        into.asLongBuffer().put(longs);
      }
    }
  }

  /** Decodes {@code count} elements. A 64-bit integer beyond 2⁵³ is rounded. */
  public static void read(ElementType type, ByteBuffer from, int count, double[] values) {
    switch (type) {
      case F16, BF16 -> {
        short[] shorts = new short[count];
        from.asShortBuffer().get(shorts);
        for (int i = 0; i < count; i++) {
          values[i] =
              type == ElementType.F16
                  ? Float.float16ToFloat(shorts[i])
                  : Float.intBitsToFloat(shorts[i] << 16);
        }
      }
      case F32 -> {
        float[] floats = new float[count];
        from.asFloatBuffer().get(floats);
        for (int i = 0; i < count; i++) {
          values[i] = floats[i];
        }
      }
      case F64 -> from.asDoubleBuffer().get(values, 0, count);
      case I8 -> {
        byte[] bytes = new byte[count];
        from.duplicate().get(bytes);
        for (int i = 0; i < count; i++) {
          values[i] = bytes[i];
        }
      }
      case I32 -> {
        int[] ints = new int[count];
        from.asIntBuffer().get(ints);
        for (int i = 0; i < count; i++) {
          values[i] = ints[i];
        }
      }
      case I64 -> {
        long[] longs = new long[count];
        from.asLongBuffer().get(longs);
        for (int i = 0; i < count; i++) {
          values[i] = longs[i];
        }
      }
    }
  }

  private static short bfloat16(float value) {
    if (Float.isNaN(value)) {
      return (short) 0x7FC0;
    }
    int bits = Float.floatToRawIntBits(value);
    int roundedToEven = bits + 0x7FFF + ((bits >>> 16) & 1);
    return (short) (roundedToEven >>> 16);
  }
}
