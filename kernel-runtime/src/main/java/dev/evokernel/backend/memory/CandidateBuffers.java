package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Coat;
import dev.evokernel.backend.memory.DeviceMemory.Coating;
import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Region;

/**
 * Two sets of buffers for candidates, and the digests that watch them. A digest is computed at most
 * once after each change of the memory, together with those of all that a launch can have touched.
 */
public final class CandidateBuffers<M> implements AutoCloseable {

  /** One set of buffers, each between two guards. */
  public interface Buffers<M> extends AutoCloseable {

    M at(Slot slot);

    /** Memory of a buffer that evo and single launches may write, inputs included. */
    default M writable(Slot slot) {
      return at(slot);
    }

    Region<M> data(Slot slot);

    List<Region<M>> guards(Slot slot);

    @Override
    void close();
  }

  private enum Zone {
    BEFORE,
    DATA,
    BEHIND
  }

  /** Part of the memory; {@code slot} is the buffer's position in the layout. */
  private record Spot(BufferSet set, int slot, Zone zone) {}

  private record Look(List<Spot> spots, Digests digests) {}

  private final BufferLayout layout;
  private final DeviceMemory<M> device;
  private final Map<BufferSet, ? extends Buffers<M>> sets;
  private final Map<BufferSet, Map<GuardFill, Coating>> coatings = new EnumMap<>(BufferSet.class);

  private final Map<GuardFill, Map<Spot, Long>> sound = new EnumMap<>(GuardFill.class);

  /** All guards, and the first set's buffers. */
  private final Look launched;

  /** All guards, and the outputs of both sets. */
  private final Look timed;

  private final Look inputs;

  /** Digests of the memory as it is. */
  private final Map<Spot, Long> found = new HashMap<>();

  private GuardFill guards = GuardFill.FINITE;
  private boolean alternating;

  CandidateBuffers(
      BufferLayout layout, DeviceMemory<M> device, Map<BufferSet, ? extends Buffers<M>> sets) {
    this.layout = layout;
    this.device = device;
    this.sets = sets;
    List<BufferSet> both = List.of(BufferSet.values());
    List<Spot> around = spots(both, List.of(Zone.BEFORE, Zone.BEHIND));
    List<Spot> first = spots(List.of(BufferSet.FIRST), List.of(Zone.DATA));
    List<Spot> data = spots(both, List.of(Zone.DATA));
    this.launched = look(Stream.concat(around.stream(), first.stream()));
    this.timed = look(Stream.concat(around.stream(), data.stream().filter(this::isOutput)));
    this.inputs = look(data.stream().filter(spot -> !isOutput(spot)));
    for (BufferSet set : both) {
      var ofSet = new EnumMap<GuardFill, Coating>(GuardFill.class);
      for (GuardFill fill : GuardFill.values()) {
        ofSet.put(fill, device.coating(coats(of(set), fill)));
      }
      coatings.put(set, ofSet);
    }
    for (GuardFill fill : GuardFill.values()) {
      poison(fill);
      look(timed);
      sound.put(fill, Map.copyOf(found));
    }
    poison(GuardFill.FINITE);
  }

  private List<Spot> spots(List<BufferSet> ofSets, List<Zone> zones) {
    List<Integer> slots = IntStream.range(0, layout.slots().size()).boxed().toList();
    return ofSets.stream()
        .flatMap(
            set ->
                slots.stream()
                    .flatMap(slot -> zones.stream().map(zone -> new Spot(set, slot, zone))))
        .toList();
  }

  private boolean isOutput(Spot spot) {
    return !layout.slots().get(spot.slot()).isInput();
  }

  private Look look(Stream<Spot> some) {
    List<Spot> spots = some.toList();
    return new Look(spots, device.digests(spots.stream().map(this::region).toList()));
  }

  private Region<M> region(Spot spot) {
    Slot slot = layout.slots().get(spot.slot());
    Buffers<M> set = of(spot.set());
    return switch (spot.zone()) {
      case BEFORE -> set.guards(slot).getFirst();
      case DATA -> set.data(slot);
      case BEHIND -> set.guards(slot).getLast();
    };
  }

  /**
   * Patterns for every guard, and for every output without given contents one that no right result
   * contains.
   */
  private List<Coat<M>> coats(Buffers<M> set, GuardFill fill) {
    return Stream.concat(
            layout.slots().stream()
                .flatMap(slot -> set.guards(slot).stream())
                .map(guard -> new Coat<>(guard, fill.value())),
            layout.outputs().stream()
                .filter(output -> !output.argument().isRestored())
                .map(output -> new Coat<>(set.data(output), output.poison())))
        .toList();
  }

  public Buffers<M> of(BufferSet set) {
    return Objects.requireNonNull(sets.get(set));
  }

  public M at(BufferSet set, Slot slot) {
    return of(set).at(slot);
  }

  /**
   * Overwrites every guard and every output; a restored output gets its contents for the inputs of
   * its set.
   */
  public void poison(GuardFill fill) {
    guards = fill;
    touched();
    for (BufferSet set : BufferSet.values()) {
      poison(set, fill);
    }
  }

  public void poison(BufferSet set, GuardFill fill) {
    Objects.requireNonNull(Objects.requireNonNull(coatings.get(set)).get(fill)).queue();
    restore(set, set);
  }

  public void restore(BufferSet from, BufferSet to) {
    for (Slot output : layout.restored()) {
      device.copy(at(from, layout.before(output)), at(to, output), output.bytes());
    }
  }

  /** Forgets the digests, because a launch or a copy may have changed the memory. */
  void touched() {
    found.clear();
  }

  void alternate(boolean wanted) {
    alternating = wanted;
  }

  public boolean isAlternating() {
    return alternating;
  }

  Optional<String> damaged() {
    look(lastTouched());
    return knownDamage();
  }

  private Optional<String> knownDamage() {
    Map<Spot, Long> intact = Objects.requireNonNull(sound.get(guards));
    return found.entrySet().stream()
        .filter(spot -> spot.getKey().zone() != Zone.DATA)
        .filter(spot -> !spot.getValue().equals(intact.get(spot.getKey())))
        .map(spot -> spot.getKey().slot())
        .min(Integer::compare)
        .map(slot -> layout.slots().get(slot).name());
  }

  /** Name of the first input of a set whose content is not that of an input set. */
  Optional<String> modified(BufferSet set, Expected<M> expected) {
    look(alternating ? inputs : launched);
    return layout.inputs().stream()
        .filter(input -> digest(set, input) != expected.digest(input))
        .map(Slot::name)
        .findFirst();
  }

  long outputDigest(BufferSet set) {
    look(set == BufferSet.FIRST ? lastTouched() : timed);
    return layout.outputs().stream()
        .mapToLong(output -> digest(set, output))
        .reduce(0, (digest, output) -> 31 * digest + output);
  }

  /** Whether the guards and the first inputs are known to be intact, without a new look. */
  boolean isIntact(Expected<M> expected) {
    return !alternating
        && found.keySet().containsAll(launched.spots())
        && knownDamage().isEmpty()
        && modified(BufferSet.FIRST, expected).isEmpty();
  }

  /** Memory that one launch on the first set can have touched. */
  public List<Region<M>> launched() {
    return launched.spots().stream().map(this::region).toList();
  }

  /** Digests of {@link #launched} after a launch with the same outputs and other guards. */
  public List<Long> repeated(GuardFill fill) {
    look(launched);
    Map<Spot, Long> intact = Objects.requireNonNull(sound.get(fill));
    return launched.spots().stream()
        .map(spot -> Objects.requireNonNull((spot.zone() == Zone.DATA ? found : intact).get(spot)))
        .toList();
  }

  public void found(List<Long> digests) {
    note(launched, digests);
  }

  private Look lastTouched() {
    return alternating ? timed : launched;
  }

  private void look(Look look) {
    if (!found.keySet().containsAll(look.spots())) {
      note(look, look.digests().compute());
    }
  }

  private void note(Look look, List<Long> digests) {
    for (int i = 0; i < digests.size(); i++) {
      found.put(look.spots().get(i), digests.get(i));
    }
  }

  private long digest(BufferSet set, Slot slot) {
    return Objects.requireNonNull(
        found.get(new Spot(set, layout.slots().indexOf(slot), Zone.DATA)));
  }

  @Override
  public void close() {
    Stream.of(launched, timed, inputs).forEach(look -> look.digests().close());
    coatings.values().forEach(fills -> fills.values().forEach(Coating::close));
    sets.values().forEach(Buffers::close);
  }
}
