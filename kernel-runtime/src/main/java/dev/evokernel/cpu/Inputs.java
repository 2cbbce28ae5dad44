package dev.evokernel.cpu;

import dev.evokernel.backend.Elements;
import dev.evokernel.backend.Extent;
import dev.evokernel.backend.InputFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Spread;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The inputs of one kernel on one shape for one input set, and the outputs expected for them. The
 * expected outputs are read-only pages, so that no candidate can overwrite them.
 */
final class Inputs implements AutoCloseable {

  private static final int CHUNK = 8192;

  private record Filled(Argument.Buffer argument, int position, GuardedBuffer buffer) {}

  private final InputSet inputSet;
  private final Map<String, Filled> filled = new LinkedHashMap<>();
  private final Map<String, Long> digests = new LinkedHashMap<>();
  private final Map<String, Differences.Elements> expected = new LinkedHashMap<>();
  private final Map<String, Spread> spreads = new LinkedHashMap<>();

  Inputs(Kernel kernel, Shape shape, InputSet inputSet) {
    this.inputSet = inputSet;
    int position = 0;
    for (Argument argument : kernel.arguments()) {
      if (argument instanceof Argument.Buffer buffer && !buffer.output()) {
        long bytes = Extent.of(kernel, shape, buffer).elements() * buffer.type().bytes();
        filled.put(buffer.name(), new Filled(buffer, position, GuardedBuffer.allocate(bytes)));
      }
      position++;
    }
    fill();
  }

  /** Writes every input and every canary anew. */
  void fill() {
    for (Filled input : filled.values()) {
      fill(input);
      input.buffer().renewCanaries();
      digests.put(input.argument().name(), Digest.of(input.buffer().data()));
    }
  }

  MemorySegment input(String name) {
    return found(filled.get(name), name).buffer().data();
  }

  Differences.Elements expected(String output) {
    return found(expected.get(output), output);
  }

  /** Keeps a copy of the reference's outputs in the type in which it wrote them. */
  void expect(String output, ElementType type, MemorySegment data) {
    MemorySegment pages = NativePages.map(NativePages.roundUp(data.byteSize()));
    MemorySegment copy = pages.asSlice(0, data.byteSize());
    copy.copyFrom(data);
    NativePages.makeReadOnly(pages);
    var elements = new Differences.Elements(type, copy);
    expected.put(output, elements);
    spreads.put(output, elements.spread(output));
  }

  InputSet inputSet() {
    return inputSet;
  }

  /** The range of an expected output. */
  Spread spread(String output) {
    return found(spreads.get(output), output);
  }

  Optional<String> modified() {
    return filled.keySet().stream()
        .filter(name -> Digest.of(input(name)) != found(digests.get(name), name))
        .findFirst();
  }

  Optional<String> damagedCanary() {
    return filled.values().stream()
        .filter(input -> !input.buffer().canariesIntact())
        .map(input -> input.argument().name())
        .findFirst();
  }

  @Override
  public void close() {
    filled.values().forEach(input -> input.buffer().close());
    expected.values().forEach(kept -> NativePages.unmap(kept.memory()));
  }

  private void fill(Filled input) {
    var type = input.argument().type();
    var source =
        new InputFill(inputSet.fill(input.argument()), type, inputSet.seed(), input.position());
    MemorySegment data = input.buffer().data();
    double[] chunk = new double[CHUNK];
    long step = (long) CHUNK * type.bytes();
    for (long at = 0; at < data.byteSize(); at += step) {
      long bytes = Math.min(step, data.byteSize() - at);
      int count = (int) (bytes / type.bytes());
      source.next(chunk, count);
      var target = data.asSlice(at, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
      Elements.write(type, chunk, count, target);
    }
  }

  private static <T> T found(@org.jspecify.annotations.Nullable T thing, String name) {
    if (thing == null) {
      throw new IllegalArgumentException("There is no buffer '" + name + "'.");
    }
    return thing;
  }
}
