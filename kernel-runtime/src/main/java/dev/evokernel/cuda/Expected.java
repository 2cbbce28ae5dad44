package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.data.Spread;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.cuda.memory.Memory;
import dev.evokernel.cuda.memory.Regions;
import dev.evokernel.kernel.data.ElementType;

/**
 * Unmodified copies of the inputs of one input set, and the reference's outputs for them. A
 * compiled reference writes narrower floating types as f32, so that its own rounding is no error.
 */
final class Expected implements AutoCloseable {

  private record Output(ElementType type, Memory memory) {}

  private final Map<Layout.Slot, InputCopy> inputs = new LinkedHashMap<>();
  private final Map<Layout.Slot, Output> outputs = new LinkedHashMap<>();
  private List<Long> digests = List.of();
  private List<Spread> spreads = List.of();

  /** Allocates the outputs. */
  Expected(Layout layout, Function<Layout.Slot, ElementType> types) {
    for (Layout.Slot output : layout.outputs()) {
      ElementType type = types.apply(output);
      outputs.put(output, new Output(type, Memory.allocate(type.bytes(output.elements()))));
    }
  }

  /** Type in which a compiled reference has a buffer. */
  static ElementType stored(Layout.Slot slot) {
    ElementType type = slot.argument().type();
    return !slot.isInput() && type.isFloating() && type.bits() < Float.SIZE
        ? ElementType.F32
        : type;
  }

  /** Takes the copy of an input, in place of an earlier one. */
  void hold(Layout.Slot input, InputCopy copy) {
    InputCopy before = inputs.put(input, copy);
    if (before != null) {
      before.close();
    }
  }

  /** Address of the copy of an input, or of an output of the reference. */
  Handles.Address at(Layout.Slot slot) {
    return region(slot).start();
  }

  /** Type of an output. */
  ElementType type(Layout.Slot output) {
    return Objects.requireNonNull(outputs.get(output)).type();
  }

  /** Regions of the copies of the inputs, then of the outputs. */
  List<Regions.Region> regions() {
    return Stream.concat(inputs.keySet().stream(), outputs.keySet().stream())
        .map(this::region)
        .toList();
  }

  Regions.Region region(Layout.Slot slot) {
    InputCopy input = inputs.get(slot);
    return input == null
        ? Objects.requireNonNull(outputs.get(slot)).memory().region()
        : input.region();
  }

  /** Digests of {@link #regions} as they were written. */
  List<Long> digests() {
    return Stream.concat(inputs.values().stream().map(InputCopy::digest), digests.stream())
        .toList();
  }

  long digest(Layout.Slot input) {
    return Objects.requireNonNull(inputs.get(input)).digest();
  }

  List<Spread> spreads() {
    return spreads;
  }

  void seal(List<Long> written, List<Spread> between) {
    Iterator<Long> next = written.iterator();
    inputs.values().forEach(copy -> copy.seal(next.next()));
    digests = written.subList(inputs.size(), written.size());
    spreads = List.copyOf(between);
  }

  /** Withdraws the copies of the inputs, also from other shapes. */
  void withdraw() {
    inputs.values().forEach(InputCopy::withdraw);
  }

  boolean isWithdrawn() {
    return !inputs.values().stream().allMatch(InputCopy::isShared);
  }

  @Override
  public void close() {
    inputs.values().forEach(InputCopy::close);
    outputs.values().forEach(output -> output.memory().close());
  }
}
