package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.data.ElementType;

/** Content of a data file in the imported folder. */
@FunctionalInterface
public interface ImportedData {

  void write(Path file) throws IOException;

  static ImportedData copy(Path file) {
    return to -> Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Converts a file of raw little-endian elements to NumPy's format.
   *
   * @param count number of elements
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
   * Writes computed elements in NumPy's format.
   *
   * @param element the element at an index from 0; rounded to the type
   */
  static ImportedData computed(ElementType type, long count, LongToDoubleFunction element) {
    return to -> {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
        out.write(header(type, count));
        ByteBuffer bytes = ByteBuffer.allocate(type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; i < count; i++) {
          put(type, bytes.clear(), element.applyAsDouble(i));
          out.write(bytes.array());
        }
      }
    };
  }

  private static void put(ElementType type, ByteBuffer bytes, double value) {
    switch (type) {
      case F16 -> bytes.putShort(Float.floatToFloat16((float) value));
      case BF16, F32 -> bytes.putFloat((float) value);
      case F64 -> bytes.putDouble(value);
      case I8 -> bytes.put((byte) Math.round(value));
      case I32 -> bytes.putInt((int) Math.round(value));
      case I64 -> bytes.putLong(Math.round(value));
    }
  }

  /** NumPy header, version 1; the data start at a multiple of 64 bytes. */
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
