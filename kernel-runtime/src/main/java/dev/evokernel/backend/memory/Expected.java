package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Allocation;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.kernel.ElementType;

/**
 * Unmodified copies of the inputs of one input set, and the reference's outputs for them. A
 * compiled reference writes narrower floating types as f32, so that its own rounding is no error.
 */
public final class Expected<M> implements AutoCloseable {

  private record Output<M>(ElementType type, Allocation<M> allocation) {}

  private final InputSet inputSet;
  private final Map<Slot, InputCopy<M>> inputs = new LinkedHashMap<>();
  private final Map<Slot, Output<M>> outputs = new LinkedHashMap<>();
  private List<Long> digests = List.of();
  private SequencedMap<String, Spread> spreads = new LinkedHashMap<>();

  Expected(
      DeviceMemory<M> device,
      BufferLayout layout,
      InputSet inputSet,
      Function<Slot, ElementType> types) {
    this.inputSet = inputSet;
    for (Slot output : layout.outputs()) {
      ElementType type = types.apply(output);
      outputs.put(output, new Output<>(type, device.allocate(type.bytes(output.elements()))));
    }
  }

  public InputSet inputSet() {
    return inputSet;
  }

  void hold(Slot input, InputCopy<M> copy) {
    InputCopy<M> before = inputs.put(input, copy);
    if (before != null) {
      before.close();
    }
  }

  public M at(Slot slot) {
    return place(slot).memory();
  }

  public Place<M> place(Slot slot) {
    InputCopy<M> input = inputs.get(slot);
    if (input != null) {
      return new Place<>(input.memory(), slot.argument().type(), slot.elements());
    }
    Output<M> output = Objects.requireNonNull(outputs.get(slot));
    return new Place<>(output.allocation().memory(), output.type(), slot.elements());
  }

  /** Copies of the inputs, then the outputs. */
  public List<Place<M>> places() {
    return Stream.concat(inputs.keySet().stream(), outputs.keySet().stream())
        .map(this::place)
        .toList();
  }

  /** Digests of {@link #places} as they were written. */
  public List<Long> digests() {
    return Stream.concat(inputs.values().stream().map(InputCopy::digest), digests.stream())
        .toList();
  }

  public long digest(Slot input) {
    return Objects.requireNonNull(inputs.get(input)).digest();
  }

  public SequencedMap<String, Spread> spreads() {
    return Collections.unmodifiableSequencedMap(spreads);
  }

  void seal(List<Long> written, List<Spread> between) {
    Iterator<Long> next = written.iterator();
    inputs.values().forEach(copy -> copy.seal(next.next()));
    digests = written.subList(inputs.size(), written.size());
    var byName = new LinkedHashMap<String, Spread>();
    between.forEach(spread -> byName.put(spread.argument(), spread));
    spreads = byName;
  }

  public void withdraw() {
    inputs.values().forEach(InputCopy::withdraw);
  }

  public boolean isWithdrawn() {
    return !inputs.values().stream().allMatch(InputCopy::isShared);
  }

  @Override
  public void close() {
    inputs.values().forEach(InputCopy::close);
    outputs.values().forEach(output -> output.allocation().close());
  }
}
