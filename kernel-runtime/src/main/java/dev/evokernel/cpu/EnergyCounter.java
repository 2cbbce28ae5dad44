package dev.evokernel.cpu;

import module java.base;

/**
 * Energy that the processor's packages and their memory have consumed, by the counters that Linux
 * shows as {@code intel-rapl} below {@code /sys/class/powercap}, for processors of AMD too.
 *
 * <p>A counter of microjoules restarts at zero beyond its maximum, after minutes to hours. Each
 * read adds the difference to the read before. All zones are needed, because a sum without one
 * package could not be compared. On most systems only root may read the counters.
 */
public final class EnergyCounter {

  private static final String PACKAGE = "intel-rapl:[0-9]+";
  private static final String PART = "intel-rapl:[0-9]+:[0-9]+";
  private static final double JOULES = 1e-6;

  private static final class Zone {
    private final Path counter;
    private final long range;
    private long last;
    private long counted;

    Zone(Path counter, long range, long last) {
      this.counter = counter;
      this.range = range;
      this.last = last;
    }

    /** Energy in microjoules; empty where the counter can no longer be read. */
    OptionalLong counted() {
      OptionalLong now = number(counter);
      now.ifPresent(
          value -> {
            counted += value >= last ? value - last : range - last + value;
            last = value;
          });
      return now.isPresent() ? OptionalLong.of(counted) : now;
    }
  }

  private final List<Zone> zones = new ArrayList<>();
  private final String trouble;

  EnergyCounter(Path powercap) {
    List<Path> counting = counting(powercap);
    Optional<Path> locked = Optional.empty();
    for (Path zone : counting) {
      OptionalLong range = number(zone.resolve("max_energy_range_uj"));
      OptionalLong now = number(zone.resolve("energy_uj"));
      if (range.isPresent() && now.isPresent()) {
        zones.add(new Zone(zone.resolve("energy_uj"), range.getAsLong(), now.getAsLong()));
      } else {
        locked = Optional.of(zone.resolve("energy_uj"));
      }
    }
    if (locked.isPresent()) {
      zones.clear();
    }
    trouble =
        locked
            .map(file -> file + " cannot be read")
            .orElse(counting.isEmpty() ? "there is no intel-rapl in " + powercap : "");
  }

  public static EnergyCounter ofThisMachine() {
    return new EnergyCounter(Path.of("/sys/class/powercap"));
  }

  public OptionalDouble joules() {
    long sum = 0;
    for (Zone zone : zones) {
      OptionalLong counted = zone.counted();
      if (counted.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += counted.getAsLong();
    }
    return zones.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(JOULES * sum);
  }

  public boolean isReadable() {
    return !zones.isEmpty();
  }

  /** Describes the counters, or explains why there are none. */
  public String found() {
    return isReadable() ? zones.size() + " counters of packages and memory" : trouble;
  }

  public String remedy() {
    return trouble.endsWith("cannot be read")
        ? "Only root may read them. To allow all users: chmod a+r"
            + " /sys/class/powercap/intel-rapl:*/energy_uj"
        : "This processor or virtual machine has no energy counter; only the objective 'energy'"
            + " needs it.";
  }

  /** Zones of packages, and of their memory, which a package does not include. */
  private static List<Path> counting(Path powercap) {
    try (Stream<Path> all = Files.list(powercap)) {
      return all.filter(EnergyCounter::isCounted).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean isCounted(Path zone) {
    String folder = zone.getFileName().toString();
    String name = HostCpu.text(zone.resolve("name")).strip();
    return (folder.matches(PACKAGE) && name.startsWith("package"))
        || (folder.matches(PART) && name.equals("dram"));
  }

  private static OptionalLong number(Path file) {
    String text = HostCpu.text(file).strip();
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
