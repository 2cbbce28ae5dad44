package dev.evokernel.backend.reference;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.kernel.data.ElementType;

/** Writer of NumPy's file format, version 1, row-major. */
public final class NpyWriter {

  private static final int CHUNK = 1 << 16;

  private NpyWriter() {}

  /** Gives the elements of an array, chunk by chunk, as elements of its type. */
  private interface Chunks {
    ByteBuffer next(long first, int count);
  }

  /** Writes the elements of a fill, rounded to {@code type}, in its plain type. */
  public static void write(Path file, ElementType type, List<Long> dimensions, InputFill fill)
      throws IOException {
    double[] values = new double[CHUNK];
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    write(
        file,
        type,
        dimensions,
        (_, count) -> {
          fill.next(values, count);
          Elements.write(type, values, count, bytes.clear());
          return bytes.limit((int) type.bytes(count));
        });
  }

  /** Writes elements in memory, in the machine's byte order, in their plain type. */
  public static void write(Path file, ElementType type, List<Long> dimensions, MemorySegment data)
      throws IOException {
    write(
        file,
        type,
        dimensions,
        (first, count) ->
            data.asSlice(type.bytes(first), type.bytes(count))
                .asByteBuffer()
                .order(ByteOrder.nativeOrder()));
  }

  private static void write(Path file, ElementType type, List<Long> dimensions, Chunks chunks)
      throws IOException {
    ElementType written = type.plain();
    double[] values = new double[CHUNK];
    ByteBuffer wide = ByteBuffer.allocate(CHUNK * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
      writeAll(channel, ByteBuffer.wrap(NpyArray.header(written, dimensions)));
      long elements = dimensions.stream().reduce(1L, Math::multiplyExact);
      for (long first = 0; first < elements; first += CHUNK) {
        int count = (int) Math.min(CHUNK, elements - first);
        ByteBuffer chunk = chunks.next(first, count);
        if (written != type) {
          Elements.read(type, chunk, count, values);
          Elements.write(written, values, count, wide.clear());
          chunk = wide.limit((int) written.bytes(count));
        }
        writeAll(channel, chunk);
      }
    }
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
