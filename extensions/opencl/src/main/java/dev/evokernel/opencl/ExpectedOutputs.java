package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.opencl.BufferLayout.Region;
import dev.evokernel.opencl.BufferLayout.Slot;
import dev.evokernel.opencl.Inspection.Place;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClMemory;

/**
 * Device memory with unmodified inputs of one input set, and the reference's outputs for them. A
 * compiled reference writes the 16-bit types as f32, so that its own rounding is no error.
 */
final class ExpectedOutputs implements AutoCloseable {

  private final InputSet inputSet;
  private final BufferLayout layout;
  private final ClMemory memory;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final RegionDigests digests;
  private List<Long> sealed = List.of();
  private List<Spread> spreads = List.of();

  /**
   * @param type in which the reference writes an output
   */
  ExpectedOutputs(
      ClContext context,
      BufferLayout layout,
      Inspection inspection,
      InputSet inputSet,
      Function<Slot, ElementType> type) {
    this.inputSet = inputSet;
    this.layout = layout;
    var regions = new ArrayList<Region>();
    long next = 0;
    for (Slot slot : layout.slots()) {
      regions.add(new Region(next, slot.elements() * element(slot, type).bytes()));
      next += Math.ceilDiv(regions.getLast().bytes(), layout.alignment()) * layout.alignment();
    }
    this.memory = context.allocate(next, "expected outputs");
    for (int i = 0; i < regions.size(); i++) {
      Slot slot = layout.slots().get(i);
      Region region = regions.get(i);
      ClMemory part = context.part(memory, region.offset(), region.bytes());
      places.put(slot.name(), new Place(part, element(slot, type), slot.elements()));
    }
    this.digests = inspection.digests(memory, regions);
  }

  private static ElementType element(Slot slot, Function<Slot, ElementType> type) {
    return slot.isInput() ? slot.argument().type() : type.apply(slot);
  }

  /** Bytes that an input set takes at most. */
  static long bytes(BufferLayout layout) {
    return layout.slots().stream().mapToLong(slot -> slot.elements() * Long.BYTES).sum();
  }

  InputSet inputSet() {
    return inputSet;
  }

  Place place(Slot slot) {
    return place(slot.argument());
  }

  /** Elements of an argument for the reference's launch. */
  Place place(Argument.Buffer buffer) {
    return Objects.requireNonNull(places.get(buffer.name()), buffer.name());
  }

  /** Records the content, which never changes again, and the ranges of the outputs. */
  void seal(List<Spread> between) {
    sealed = digests.compute();
    spreads = List.copyOf(between);
  }

  long digest(Slot slot) {
    return sealed.get(layout.slots().indexOf(slot));
  }

  /** Whether the content is as it was sealed: a candidate may have written anywhere. */
  boolean isIntact() {
    return digests.compute().equals(sealed);
  }

  List<Spread> spreads() {
    return spreads;
  }

  @Override
  public void close() {
    digests.close();
    places.values().forEach(place -> place.memory().close());
    memory.close();
  }
}
