package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.outcome.OutputComparison;

/** Two sets of buffers for candidates, and the digests that watch them. */
final class CandidateMemory implements AutoCloseable {

  private enum Zone {
    BEFORE,
    DATA,
    BEHIND
  }

  /** Part of the memory; {@code slot} is the buffer's position in the layout. */
  private record Spot(BufferSet set, int slot, Zone zone) {}

  /** Spots whose digests are computed together, perhaps with comparisons of outputs. */
  record Look(List<Spot> spots, Inspection.Look look) {
    Regions regions() {
      return look.watched();
    }
  }

  record Findings(Map<Spot, Long> digests, List<OutputComparison> comparisons) {
    Findings with(List<OutputComparison> newComparisons) {
      return new Findings(digests, newComparisons);
    }
  }

  private final BufferLayout layout;
  private final Inspection inspection;
  private final Map<BufferSet, Buffers> buffers = new EnumMap<>(BufferSet.class);
  private final List<Regions> coats = new ArrayList<>();
  private final Map<GuardFill, Call> coating = new EnumMap<>(GuardFill.class);
  private final Map<GuardFill, Call> coatingFirst = new EnumMap<>(GuardFill.class);
  private final Map<GuardFill, Map<Spot, Long>> sound = new EnumMap<>(GuardFill.class);
  private final Look launched;
  private final Look timed;
  private final Look inputs;
  private final Look outputs;
  private GuardFill guards = GuardFill.FINITE;

  CandidateMemory(BufferLayout layout, Inspection inspection) {
    this.layout = layout;
    this.inspection = inspection;
    buffers.put(BufferSet.FIRST, new Buffers(layout, Buffers.Side.END));
    buffers.put(BufferSet.SECOND, new Buffers(layout, Buffers.Side.START));
    List<Spot> around = spots(List.of(BufferSet.values()), List.of(Zone.BEFORE, Zone.BEHIND));
    List<Spot> first = spots(List.of(BufferSet.FIRST), List.of(Zone.DATA));
    List<Spot> data = spots(List.of(BufferSet.values()), List.of(Zone.DATA));
    this.launched = look(Stream.concat(around.stream(), first.stream()).toList());
    this.timed =
        look(Stream.concat(around.stream(), data.stream().filter(this::isOutput)).toList());
    this.inputs = look(data.stream().filter(spot -> !isOutput(spot)).toList());
    this.outputs = look(first.stream().filter(this::isOutput).toList());
    for (GuardFill fill : GuardFill.values()) {
      coating.put(fill, coating(buffers.values(), fill));
      coatingFirst.put(fill, coating(List.of(buffers(BufferSet.FIRST)), fill));
      poison(fill);
      sound.put(fill, find(timed).digests());
    }
    poison(GuardFill.FINITE);
  }

  static int watchedAtOnce(BufferLayout layout) {
    return 6 * layout.slots().size();
  }

  /** Memory that one launch on the first set can have touched. */
  Look launched() {
    return launched;
  }

  /** Outputs of both sets, and all guards. */
  Look timed() {
    return timed;
  }

  Look inputs() {
    return inputs;
  }

  /** Address of a buffer for timed launches; inputs are read-only there. */
  Handles.Address at(BufferSet set, BufferLayout.Slot slot) {
    return buffers(set).at(slot);
  }

  Regions.Region data(BufferSet set, BufferLayout.Slot slot) {
    return buffers(set).data(slot);
  }

  Handles.Address writable(BufferSet set, BufferLayout.Slot slot) {
    return buffers(set).writable(slot);
  }

  /** Distance in bytes from an output of the first set to the same output of the second. */
  long distance() {
    BufferLayout.Slot any = layout.outputs().getFirst();
    return at(BufferSet.SECOND, any).value() - at(BufferSet.FIRST, any).value();
  }

  /**
   * Overwrites every guard and every output; a restored output gets its contents for the inputs of
   * its set.
   */
  void poison(GuardFill fill) {
    guards = fill;
    inspection.run(Objects.requireNonNull(coating.get(fill)));
    buffers.keySet().forEach(this::restore);
  }

  /** Overwrites the guards and outputs of the first set, without waiting. */
  void poisonFirst(GuardFill fill) {
    inspection.run(Objects.requireNonNull(coatingFirst.get(fill)));
    restore(BufferSet.FIRST);
  }

  private void restore(BufferSet set) {
    for (BufferLayout.Slot output : layout.restored()) {
      inspection.copy(at(set, layout.before(output)), at(set, output), output.bytes());
    }
  }

  /** Findings of a launch with the same outputs and other guards. */
  Findings asBefore(Findings before, GuardFill fill) {
    Map<Spot, Long> unchanged = Objects.requireNonNull(sound.get(fill));
    var digests = new HashMap<Spot, Long>(before.digests());
    digests.replaceAll(
        (spot, digest) ->
            spot.zone() == Zone.DATA ? digest : Objects.requireNonNull(unchanged.get(spot)));
    return new Findings(digests, List.of());
  }

  static long[] digests(Findings findings, Look look) {
    return look.spots.stream()
        .mapToLong(spot -> Objects.requireNonNull(findings.digests().get(spot)))
        .toArray();
  }

  static Findings findings(Look look, DeviceMemory.Findings known) {
    var found = new HashMap<Spot, Long>();
    for (int i = 0; i < look.spots.size(); i++) {
      found.put(look.spots.get(i), known.digests().get(i));
    }
    return new Findings(found, known.comparisons());
  }

  /** Look at the same spots that also compares outputs. */
  Look comparing(Look look, List<DeviceMemory.Pair<Handles.Address>> compared) {
    return new Look(look.spots, inspection.look(look.regions(), compared));
  }

  Findings find(Look look) {
    return findings(look, inspection.find(look.look()));
  }

  static boolean cover(Findings findings, Look look) {
    return findings.digests().keySet().containsAll(look.spots);
  }

  Optional<String> damaged(Findings findings) {
    Map<Spot, Long> unchanged = Objects.requireNonNull(sound.get(guards));
    return findings.digests().entrySet().stream()
        .filter(found -> found.getKey().zone() != Zone.DATA)
        .filter(found -> !found.getValue().equals(unchanged.get(found.getKey())))
        .map(found -> found.getKey().slot())
        .min(Integer::compare)
        .map(slot -> layout.slots().get(slot).name());
  }

  Optional<String> modified(Findings findings, BufferSet set, Expected<Handles.Address> expected) {
    return layout.inputs().stream()
        .filter(
            input -> {
              Long found = findings.digests().get(spot(set, input));
              return found != null && found != expected.digest(input);
            })
        .map(input -> input.name())
        .findFirst();
  }

  /** Digest of an output of the first set that is equal in every process. */
  long bits(BufferLayout.Slot output) {
    Findings open = find(new Look(outputs.spots, inspection.openly(outputs.regions())));
    return Objects.requireNonNull(open.digests().get(spot(BufferSet.FIRST, output)));
  }

  long outputDigest(Findings findings, BufferSet set) {
    return layout.outputs().stream()
        .mapToLong(output -> Objects.requireNonNull(findings.digests().get(spot(set, output))))
        .reduce(0, (digest, output) -> 31 * digest + output);
  }

  @Override
  public void close() {
    Stream.of(launched, timed, inputs, outputs).forEach(look -> look.regions().close());
    coats.forEach(Regions::close);
    buffers.values().forEach(Buffers::close);
  }

  private Spot spot(BufferSet set, BufferLayout.Slot slot) {
    return new Spot(set, layout.slots().indexOf(slot), Zone.DATA);
  }

  private List<Spot> spots(List<BufferSet> sets, List<Zone> zones) {
    List<Integer> slots = IntStream.range(0, layout.slots().size()).boxed().toList();
    return sets.stream()
        .flatMap(
            set ->
                slots.stream()
                    .flatMap(slot -> zones.stream().map(zone -> new Spot(set, slot, zone))))
        .toList();
  }

  private boolean isOutput(Spot spot) {
    return !layout.slots().get(spot.slot()).isInput();
  }

  private Call coating(Collection<Buffers> sets, GuardFill fill) {
    Regions all = Regions.coats(sets.stream().flatMap(set -> set.coats(fill).stream()).toList());
    coats.add(all);
    return inspection.coat(all);
  }

  private Look look(List<Spot> spots) {
    var regions = Regions.of(spots.stream().map(this::region).toList());
    return new Look(spots, inspection.look(regions, List.of()));
  }

  private Regions.Region region(Spot spot) {
    BufferLayout.Slot slot = layout.slots().get(spot.slot());
    return switch (spot.zone()) {
      case BEFORE -> buffers(spot.set()).before(slot);
      case DATA -> buffers(spot.set()).data(slot);
      case BEHIND -> buffers(spot.set()).behind(slot);
    };
  }

  private Buffers buffers(BufferSet set) {
    return Objects.requireNonNull(buffers.get(set));
  }
}
