package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.outcome.DeviceState;

public record HostState(Path proc, Path cpus) {

  private static final String AFFINITY = "Cpus_allowed_list:";

  public static HostState ofThisMachine() {
    return new HostState(Path.of("/proc"), Path.of("/sys/devices/system/cpu"));
  }

  /**
   * @param discarded batches that were timed again since the last call, see {@link QuietTimer}
   */
  public DeviceState look(int discarded) {
    return new DeviceState(
        lowestMegahertz(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        number(proc.resolve("loadavg"), 1),
        cores(),
        Set.of(),
        OptionalInt.empty(),
        false,
        discarded);
  }

  private OptionalDouble lowestMegahertz() {
    try (Stream<Path> all = Files.list(cpus)) {
      return all.map(cpu -> cpu.resolve("cpufreq/scaling_cur_freq"))
          .map(file -> number(file, 1e-3))
          .flatMapToDouble(OptionalDouble::stream)
          .min();
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  private Optional<String> cores() {
    return HostCpu.text(proc.resolve("self/status"))
        .lines()
        .filter(line -> line.startsWith(AFFINITY))
        .map(line -> line.substring(AFFINITY.length()).strip())
        .findFirst();
  }

  private static OptionalDouble number(Path file, double unit) {
    String word = HostCpu.text(file).strip().split("\\s", 2)[0];
    return word.matches("[0-9]+(\\.[0-9]+)?")
        ? OptionalDouble.of(unit * Double.parseDouble(word))
        : OptionalDouble.empty();
  }
}
