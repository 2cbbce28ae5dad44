package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.data.NpyArray;
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
        out.write(NpyArray.header(type, List.of(count)));
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
        out.write(NpyArray.header(type, List.of(count)));
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; i < count; i++) {
          put(type, bytes.clear(), element.applyAsDouble(i));
          out.write(bytes.array(), 0, bytes.position());
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
}
