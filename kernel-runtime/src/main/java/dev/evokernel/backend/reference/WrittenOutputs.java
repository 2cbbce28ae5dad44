package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/** Outputs that an external program wrote, one {@code .npy} file for each. */
public final class WrittenOutputs {

  private static final int CHUNK = 1 << 16;

  private WrittenOutputs() {}

  /**
   * Places the outputs in a workspace, each element rounded to its output's type.
   *
   * @throws IOException if an output is missing or unsuitable; the message completes "it …"
   */
  public static void place(Path folder, Kernel kernel, Shape shape, Workspace workspace)
      throws IOException {
    for (Argument.Buffer output : kernel.on(shape).outputs()) {
      Path file = folder.resolve(output.name() + ".npy");
      if (!Files.isRegularFile(file)) {
        throw new IOException("wrote no " + file.getFileName());
      }
      try (Arena arena = Arena.ofConfined()) {
        NpyArray array = NpyArray.read(file, arena);
        check(array, output, Extent.ofReference(kernel, shape, output));
        workspace.place(output, rounded(array, output.type(), arena));
      } catch (IOException e) {
        throw new IOException("wrote a " + file.getFileName() + " that " + e.getMessage(), e);
      }
    }
  }

  static void check(NpyArray array, Argument.Buffer output, Extent extent) throws IOException {
    if (array.type().isFloating() != output.type().isFloating()) {
      throw new IOException(
          "has elements of type %s for an %s of type %s"
              .formatted(
                  NpyArray.descriptor(array.type()),
                  output.output() ? "output" : "input",
                  output.type().label()));
    }
    if (!array.dimensions().equals(extent.dimensions())) {
      throw new IOException(
          "has the shape %s, not %s"
              .formatted(NpyArray.shape(array.dimensions()), NpyArray.shape(extent.dimensions())));
    }
  }

  private static MemorySegment rounded(NpyArray array, ElementType type, Arena arena) {
    long elements = array.type().elements(array.data().byteSize());
    MemorySegment rounded = arena.allocate(type.bytes(elements), Long.BYTES);
    double[] values = new double[CHUNK];
    for (long first = 0; first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      Elements.read(
          array.type(),
          piece(array.data(), first, count, array.type()).order(ByteOrder.LITTLE_ENDIAN),
          count,
          values);
      Elements.write(
          type, values, count, piece(rounded, first, count, type).order(ByteOrder.nativeOrder()));
    }
    return rounded;
  }

  private static java.nio.ByteBuffer piece(
      MemorySegment data, long first, int count, ElementType type) {
    return data.asSlice(type.bytes(first), type.bytes(count)).asByteBuffer();
  }
}
