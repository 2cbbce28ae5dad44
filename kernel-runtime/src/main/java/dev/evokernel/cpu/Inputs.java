package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;

/**
 * Inputs of one kernel on one shape for one input set, and their expected outputs. Both are kept in
 * read-only pages. Launches read copies of the inputs, and the expected outputs are masked.
 */
final class Inputs implements AutoCloseable {

  private final Mask mask = Mask.random();
  private final InputSet inputSet;
  private final Map<String, MemorySegment> inputs = new LinkedHashMap<>();
  private final Map<String, MemorySegment> shared = new HashMap<>();
  private final Map<String, Long> digests = new LinkedHashMap<>();
  private final Map<String, Differences.Elements> expected = new LinkedHashMap<>();
  private final Map<String, Spread> spreads = new LinkedHashMap<>();

  Inputs(Kernel kernel, Shape shape, InputSet inputSet) {
    this.inputSet = inputSet;
    for (Signature.Input input : kernel.inputs()) {
      Argument.Buffer buffer = input.buffer();
      long bytes = buffer.type().bytes(Extent.of(kernel, shape, buffer).elements());
      MemorySegment filled = NativePages.map(NativePages.roundUp(bytes)).asSlice(0, bytes);
      InputFill.of(kernel, shape, inputSet, input).write(filled);
      keep(filled);
      inputs.put(buffer.name(), filled);
      digests.put(buffer.name(), Digest.SECRET.of(filled));
    }
  }

  /** Input, or initial contents of a restored output. */
  MemorySegment input(String name) {
    return found(inputs.get(name), name);
  }

  MemorySegment shared(String name) {
    MemorySegment input = input(name);
    return shared
        .computeIfAbsent(name, _ -> NativePages.mapBuffer(NativePages.roundUp(input.byteSize())))
        .asSlice(0, input.byteSize())
        .copyFrom(input);
  }

  long digest(String name) {
    return found(digests.get(name), name);
  }

  Differences.Elements expected(String output) {
    return found(expected.get(output), output);
  }

  void expect(String output, ElementType type, MemorySegment data) {
    MemorySegment copy =
        NativePages.map(NativePages.roundUp(data.byteSize())).asSlice(0, data.byteSize());
    mask.copy(data, copy);
    keep(copy);
    var elements = new Differences.Elements(type, copy, mask);
    expected.put(output, elements);
    spreads.put(output, elements.spread(output));
  }

  void expectAs(Inputs other) {
    try (Arena arena = Arena.ofConfined()) {
      other.expected.forEach(
          (output, masked) -> {
            MemorySegment plain = arena.allocate(masked.memory().byteSize(), Long.BYTES);
            masked.mask().copy(masked.memory(), plain);
            expect(output, masked.type(), plain);
          });
    }
  }

  InputSet inputSet() {
    return inputSet;
  }

  Spread spread(String output) {
    return found(spreads.get(output), output);
  }

  @Override
  public void close() {
    inputs.values().forEach(Inputs::release);
    shared.values().forEach(NativePages::unmap);
    expected.values().forEach(kept -> release(kept.memory()));
  }

  private static void keep(MemorySegment mapped) {
    NativePages.makeReadOnly(pages(mapped));
  }

  private static void release(MemorySegment mapped) {
    NativePages.unmap(pages(mapped));
  }

  private static MemorySegment pages(MemorySegment mapped) {
    return mapped.reinterpret(NativePages.roundUp(mapped.byteSize()));
  }

  private static <T> T found(@org.jspecify.annotations.Nullable T thing, String name) {
    return Objects.requireNonNull(thing, () -> "No buffer '" + name + "'.");
  }
}
