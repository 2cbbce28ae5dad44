package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.kernel.ElementType;

/** Content of a data file in the imported folder. */
@FunctionalInterface
public interface ImportedData {

  void write(Path file) throws IOException;

  static ImportedData copy(Path file) {
    return to -> Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Converts a file of raw little-endian elements to NumPy's format. */
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
        ElementType plain = type.plain();
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; i < count; i++) {
          double value = element.applyAsDouble(i);
          double rounded = plain.isFloating() ? value : Math.round(value);
          Elements.write(plain, new double[] {rounded}, 1, bytes);
          out.write(bytes.array(), 0, plain.bytes());
        }
      }
    };
  }
}
