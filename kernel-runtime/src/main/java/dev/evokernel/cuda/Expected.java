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
 *
 * <p>Only digests protect this memory: a candidate that writes far outside its buffers may
 * overwrite it.
 */
final class Expected implements AutoCloseable {

  private static final long ALIGNMENT = 256;

  /** Type and offset of a buffer in the memory. */
  private record Place(ElementType type, long offset) {}

  private final Map<Layout.Slot, Place> places;
  private final Memory memory;
  private List<Long> digests = List.of();
  private List<Spread> spreads = List.of();

  private Expected(Map<Layout.Slot, Place> places, Memory memory) {
    this.places = places;
    this.memory = memory;
  }

  static long bytes(Layout layout) {
    return layout.slots().stream()
        .mapToLong(slot -> slot.elements() * Long.BYTES + ALIGNMENT)
        .sum();
  }

  static Expected allocate(Layout layout, Function<Layout.Slot, ElementType> type) {
    var places = new LinkedHashMap<Layout.Slot, Place>();
    long next = 0;
    for (Layout.Slot slot : layout.slots()) {
      var place = new Place(slot.isInput() ? slot.argument().type() : type.apply(slot), next);
      places.put(slot, place);
      next += Math.ceilDiv(place.type().bytes(slot.elements()), ALIGNMENT) * ALIGNMENT;
    }
    return new Expected(places, Memory.allocate(next));
  }

  /** Type in which a compiled reference has a buffer. */
  static ElementType stored(Layout.Slot slot) {
    ElementType type = slot.argument().type();
    return !slot.isInput() && type.isFloating() && type.bits() < Float.SIZE
        ? ElementType.F32
        : type;
  }

  /** Address of the copy of an input, or of an output of the reference. */
  Handles.Address at(Layout.Slot slot) {
    return memory.at(place(slot).offset());
  }

  ElementType type(Layout.Slot slot) {
    return place(slot).type();
  }

  private Place place(Layout.Slot slot) {
    return Objects.requireNonNull(places.get(slot));
  }

  /** Regions of the copies of the inputs, then of the outputs. */
  List<Regions.Region> regions() {
    return ordered().stream().map(this::region).toList();
  }

  Regions.Region region(Layout.Slot slot) {
    return new Regions.Region(at(slot), bytes(slot));
  }

  /** Digests of {@link #regions} as they were written. */
  List<Long> digests() {
    return digests;
  }

  long digest(Layout.Slot slot) {
    return digests.get(ordered().indexOf(slot));
  }

  List<Spread> spreads() {
    return spreads;
  }

  void seal(List<Long> written, List<Spread> between) {
    digests = List.copyOf(written);
    spreads = List.copyOf(between);
  }

  long bytes(Layout.Slot slot) {
    return type(slot).bytes(slot.elements());
  }

  private List<Layout.Slot> ordered() {
    return Stream.concat(
            places.keySet().stream().filter(Layout.Slot::isInput),
            places.keySet().stream().filter(Predicate.not(Layout.Slot::isInput)))
        .toList();
  }

  @Override
  public void close() {
    memory.close();
  }
}
