package dev.evokernel.imports;

import dev.evokernel.kernel.ElementType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.LongToDoubleFunction;

/** A file that an imported folder keeps. */
@FunctionalInterface
public interface ImportedData {

  /** Writes it. */
  void write(Path file) throws IOException;

  /** A copy. */
  static ImportedData copy(Path file) {
    return to -> Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * A file of elements and nothing else, little-endian, in NumPy's format.
   *
   * @param count its elements
   */
  static ImportedData raw(Path file, ElementType type, long count) {
    return to -> {
      try (OutputStream out = Files.newOutputStream(to)) {
        out.write(header(type, count));
        Files.copy(file, out);
      }
    };
  }

  /**
   * Elements that are computed, in NumPy's format.
   *
   * @param element of an index from 0 on; rounded to the type
   */
  static ImportedData computed(ElementType type, long count, LongToDoubleFunction element) {
    return to -> {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
        out.write(header(type, count));
        ByteBuffer one = ByteBuffer.allocate(type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; i < count; i++) {
          put(type, one.clear(), element.applyAsDouble(i));
          out.write(one.array());
        }
      }
    };
  }

  private static void put(ElementType type, ByteBuffer one, double value) {
    switch (type) {
      case F16 -> one.putShort(Float.floatToFloat16((float) value));
      case BF16, F32 -> one.putFloat((float) value);
      case F64 -> one.putDouble(value);
      case I8 -> one.put((byte) Math.round(value));
      case I32 -> one.putInt((int) Math.round(value));
      case I64 -> one.putLong(Math.round(value));
    }
  }

  /** Version 1; the data begin at a multiple of 64 bytes. */
  private static byte[] header(ElementType type, long count) {
    String kind =
        switch (type) {
          case F16, BF16, F32, F64 -> "<f";
          case I8, I32, I64 -> "<i";
        };
    String text =
        "{'descr': '%s%d', 'fortran_order': False, 'shape': (%d,), }"
            .formatted(kind, type.bytes(), count);
    int all = Math.ceilDiv(10 + text.length() + 1, 64) * 64;
    ByteBuffer header = ByteBuffer.allocate(all).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    header.putShort((short) (all - 10));
    header.put(
        (text + " ".repeat(all - 11 - text.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
    return header.array();
  }
}
