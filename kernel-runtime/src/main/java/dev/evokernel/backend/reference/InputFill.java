package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NormalQuantile;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import org.jspecify.annotations.Nullable;

/**
 * Elements of one input. A seed and an argument give the same elements on every backend, to the
 * last bit.
 *
 * <p>The random number of an element depends only on its index: the finaliser of SplitMix64
 * (Steele, Lea and Flood, 2014) is applied to a counter, so that a device can compute all elements
 * at once. Integers are whole numbers that saturate at the limits of their type.
 */
public final class InputFill {

  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
  private static final int CHUNK = 8192;
  private static final byte BEHIND = -1;

  private final Fill fill;
  private final ElementType type;
  private final long stream;
  private final @Nullable NpyArray given;

  /**
   * @param argument the argument's position, which selects its random stream
   * @param given elements of a fill that reads them; otherwise null
   */
  public InputFill(Fill fill, ElementType type, long seed, int argument, @Nullable NpyArray given) {
    this.given = given;
    this.fill = fill;
    this.type = type;
    this.stream = stream(seed, argument);
  }

  /**
   * Opens one of a kernel's inputs on a shape.
   *
   * @throws EnvironmentException if a file is not this input, or a command does not make it
   */
  public static InputFill of(Kernel kernel, Shape shape, InputSet inputSet, Signature.Input input) {
    Argument.Buffer buffer = input.buffer();
    Fill fill = inputSet.fill(buffer);
    return new InputFill(
        fill,
        buffer.type(),
        inputSet.seed(),
        input.stream(),
        switch (fill) {
          case Fill.Files files -> given(kernel, shape, buffer, files.file(shape, inputSet.seed()));
          case Fill.Generated(ArrayProgram program) ->
              new GeneratedInput(kernel, shape, inputSet, buffer, program).array();
          case Fill _ -> null;
        });
  }

  /**
   * Inputs for which a command wrote the same elements in the first two input sets. A candidate
   * could reuse results that depend only on these inputs.
   */
  public static Stream<String> weaknesses(Kernel kernel, Shape shape, List<Long> seeds) {
    return seeds.size() < 2
        ? Stream.empty()
        : kernel.inputs().stream()
            .map(Signature.Input::buffer)
            .filter(
                buffer ->
                    buffer.fill() instanceof Fill.Generated(ArrayProgram program)
                        && new GeneratedInput(
                                kernel, shape, InputSet.usual(seeds.get(0)), buffer, program)
                            .isEqual(InputSet.usual(seeds.get(1))))
            .map(
                buffer ->
                    "'%s' is the same in input sets %d and %d: results that depend on it alone could be kept"
                        .formatted(buffer.like(), seeds.get(0), seeds.get(1)));
  }

  /** Facts that decide an input's elements: two inputs with equal facts are equal. */
  public static List<Object> content(
      Kernel kernel, Shape shape, InputSet inputSet, Signature.Input input, long elements) {
    Argument.Buffer buffer = input.buffer();
    Fill fill = inputSet.fill(buffer);
    Object source =
        switch (fill) {
          case Fill.Files files ->
              List.of(
                  files.file(shape, inputSet.seed()), Extent.ofReference(kernel, shape, buffer));
          case Fill.Generated(ArrayProgram program) ->
              new GeneratedInput(kernel, shape, inputSet, buffer, program);
          case Fill.Constant _, Fill.Index _ -> 0;
          case Fill _ -> stream(inputSet.seed(), input.stream());
        };
    return List.of(fill, buffer.type(), elements, source);
  }

  private static NpyArray given(Kernel kernel, Shape shape, Argument.Buffer buffer, Path file) {
    try {
      NpyArray array = NpyArray.read(file, Arena.ofAuto());
      WrittenOutputs.check(array, buffer, Extent.ofReference(kernel, shape, buffer));
      return array;
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s, for '%s' of kernel '%s' on shape %s, %s. Correct the file, the dimensions, or the shape in %s."
              .formatted(
                  file,
                  buffer.name(),
                  kernel.name(),
                  shape,
                  e instanceof NoSuchFileException ? "is missing" : e.getMessage(),
                  kernel.file()),
          e);
    }
  }

  /** Start of an argument's counter. */
  public static long stream(long seed, int argument) {
    return new SplittableRandom(seed + argument).nextLong() ^ argument;
  }

  /**
   * Writes elements to memory in the machine's byte order, until the memory is full. Behind an
   * array that is smaller than the largest for any parameters, all bits are one.
   */
  public void write(MemorySegment whole) {
    MemorySegment memory = whole;
    if (given != null) {
      long bytes = type.bytes(given.type().elements(given.data().byteSize()));
      memory = whole.asSlice(0, Math.min(bytes, whole.byteSize()));
      whole.asSlice(memory.byteSize()).fill(BEHIND);
    }
    double[] chunk = new double[CHUNK];
    for (long at = 0; at < memory.byteSize(); at += type.bytes(CHUNK)) {
      int count = (int) Math.min(CHUNK, type.elements(memory.byteSize() - at));
      at(type.elements(at), chunk, count);
      var target = memory.asSlice(at, type.bytes(count)).asByteBuffer();
      Elements.write(type, chunk, count, target.order(ByteOrder.nativeOrder()));
    }
  }

  public void write(long bytes, Consumer<MemorySegment> upload) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(bytes, Long.BYTES);
      write(data);
      upload.accept(data);
    }
  }

  /** Writes elements, from the first on, to the start of {@code chunk}; thread-safe. */
  public void at(long first, double[] chunk, int count) {
    if (given == null) {
      fill(fill, first, chunk, count);
    } else {
      var piece = given.data().asSlice(given.type().bytes(first), given.type().bytes(count));
      Elements.read(
          given.type(), piece.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN), count, chunk);
    }
    if (!type.isFloating()) {
      for (int i = 0; i < count; i++) {
        chunk[i] = Math.floor(chunk[i]);
      }
    }
  }

  private void fill(Fill from, long first, double[] chunk, int count) {
    switch (from) {
      case Fill.Normal(double mean, double deviation) -> {
        for (int i = 0; i < count; i++) {
          double p = (random(first + i) >>> 11 | 1) * 0x1p-53;
          chunk[i] = mean + deviation * NormalQuantile.of(p);
        }
      }
      case Fill.Uniform(double low, double high) -> {
        double width = high - low;
        for (int i = 0; i < count; i++) {
          chunk[i] = low + width * ((random(first + i) >>> 11) * 0x1p-53);
        }
      }
      case Fill.Constant(double value) -> Arrays.fill(chunk, 0, count, value);
      case Fill.Index() -> {
        for (int i = 0; i < count; i++) {
          chunk[i] = first + i;
        }
      }
      case Fill.Given given -> throw new IllegalStateException("Not opened for a shape: " + given);
      case Fill.Sorted(Fill rest) -> fill(rest, first, chunk, count);
      case Fill.Pierced(Fill rest) -> {
        fill(rest, first, chunk, count);
        for (int i = 0; i < count; i++) {
          // The bits that choose holes are not those that make numbers.
          chunk[i] = (random(first + i) & 7) == 7 ? Double.NEGATIVE_INFINITY : chunk[i];
        }
      }
    }
  }

  private long random(long element) {
    if (fill instanceof Fill.Sorted) {
      return (long) ((element + 1.0) / (element + 1001.0) * 0x1p53) << 11;
    }
    long x = stream + (element + 1) * GOLDEN;
    x = (x ^ (x >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return x ^ (x >>> 31);
  }
}
