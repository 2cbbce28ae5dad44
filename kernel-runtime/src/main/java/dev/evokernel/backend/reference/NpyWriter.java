package dev.evokernel.backend.reference;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.kernel.ElementType;

/**
 * Writer of buffers to files: NumPy's format, version 1, row-major, or bytes alone.
 *
 * <p>No file is mapped for writing. On a full disk a write throws an exception, whereas an access
 * to a mapped page raises SIGBUS.
 */
public final class NpyWriter {

  private static final int CHUNK = 1 << 15;

  /** The most threads; each holds a chunk in three forms. */
  private static final int THREADS = 16;

  private NpyWriter() {}

  private interface Chunks {
    ByteBuffer from(long first, int count);
  }

  /** Writes elements of a fill on several threads, rounded to {@code type}, in its plain type. */
  public static void write(Path file, ElementType type, List<Long> dimensions, InputFill fill)
      throws IOException {
    int threads = Math.min(THREADS, Runtime.getRuntime().availableProcessors());
    try (var pool = new ForkJoinPool(threads)) { // A confined thread may own the common pool's.
      write(
          file,
          type,
          dimensions,
          (first, count) -> {
            double[] values = new double[count];
            fill.at(first, values, count);
            return encoded(type, values);
          },
          (chunks, writing) -> pool.submit(() -> chunks.parallel().forEach(writing)).join());
    }
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
                .order(ByteOrder.nativeOrder()),
        LongStream::forEach);
  }

  public static void write(Path file, MemorySegment data) throws IOException {
    try (FileChannel channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
      for (long at = 0; at < data.byteSize(); at += CHUNK) {
        long bytes = Math.min(CHUNK, data.byteSize() - at);
        writeAll(channel, data.asSlice(at, bytes).asByteBuffer(), at);
      }
    }
  }

  private static void write(
      Path file,
      ElementType type,
      List<Long> dimensions,
      Chunks chunks,
      BiConsumer<LongStream, LongConsumer> threads)
      throws IOException {
    ElementType written = type.plain();
    byte[] header = NpyArray.header(written, dimensions);
    long elements = dimensions.stream().reduce(1L, Math::multiplyExact);
    try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
      writeAll(channel, ByteBuffer.wrap(header), 0);
      threads.accept(
          LongStream.range(0, Math.ceilDiv(elements, CHUNK)).map(chunk -> chunk * CHUNK),
          first -> {
            int count = (int) Math.min(CHUNK, elements - first);
            ByteBuffer chunk = chunks.from(first, count);
            if (written != type) {
              double[] values = new double[count];
              Elements.read(type, chunk, count, values);
              chunk = encoded(written, values);
            }
            try {
              writeAll(channel, chunk, header.length + written.bytes(first));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static ByteBuffer encoded(ElementType type, double[] values) {
    var bytes = ByteBuffer.allocate((int) type.bytes(values.length)).order(ByteOrder.LITTLE_ENDIAN);
    Elements.write(type, values, values.length, bytes);
    return bytes;
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    for (long at = position; bytes.hasRemaining(); ) {
      at += channel.write(bytes, at);
    }
  }
}
