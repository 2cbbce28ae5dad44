package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On folders like those of a machine with counters. */
class EnergyCounterTest {

  @TempDir Path powercap;

  private void zone(String folder, String name, long range, long microjoules) throws IOException {
    Path zone = Files.createDirectories(powercap.resolve(folder));
    Files.writeString(zone.resolve("name"), name + "\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), range + "\n");
    counts(folder, microjoules);
  }

  private void counts(String folder, long microjoules) throws IOException {
    Files.writeString(
        powercap.resolve(folder).resolve("energy_uj"),
        String.format(Locale.ROOT, "%d%n", microjoules));
  }

  @Test
  void joules_ofTwoPackagesAndTheirMemory_areTheirSumSinceTheFirstLook() throws IOException {
    zone("intel-rapl:0", "package-0", 262_143_328_850L, 5_000_000);
    zone("intel-rapl:0:0", "core", 262_143_328_850L, 1_000_000);
    zone("intel-rapl:0:1", "dram", 65_712_999_613L, 700_000);
    zone("intel-rapl:1", "package-1", 262_143_328_850L, 9_000_000);
    zone("intel-rapl:2", "psys", 262_143_328_850L, 99_000_000);
    zone("intel-rapl-mmio:0", "package-0", 262_143_328_850L, 5_000_000);
    var counter = new EnergyCounter(powercap);
    assertThat(counter.joules()).hasValue(0);
    assertThat(counter.found()).isEqualTo("3 counters of packages and memory");

    counts("intel-rapl:0", 7_500_000);
    counts("intel-rapl:0:0", 3_000_000);
    counts("intel-rapl:0:1", 950_000);
    counts("intel-rapl:1", 9_100_000);
    counts("intel-rapl:2", 199_000_000);
    counts("intel-rapl-mmio:0", 7_500_000);

    assertThat(counter.joules().orElseThrow()).isCloseTo(2.5 + 0.25 + 0.1, within(1e-9));
  }

  @Test
  void joules_whereACounterBeginsAgain_goOn() throws IOException {
    zone("intel-rapl:0", "package-0", 1_000_000, 990_000);
    var counter = new EnergyCounter(powercap);

    counts("intel-rapl:0", 20_000);
    assertThat(counter.joules().orElseThrow()).isCloseTo(0.03, within(1e-12));
    counts("intel-rapl:0", 25_000);
    assertThat(counter.joules().orElseThrow()).isCloseTo(0.035, within(1e-12));
    counts("intel-rapl:0", 24_999);
    assertThat(counter.joules().orElseThrow()).isCloseTo(1.034999, within(1e-12));
  }

  @Test
  void joules_whereOnePackageIsLocked_areNotThoseOfTheOther() throws IOException {
    zone("intel-rapl:0", "package-0", 1_000_000, 5);
    zone("intel-rapl:1", "package-1", 1_000_000, 5);
    Files.delete(powercap.resolve("intel-rapl:1/energy_uj"));
    var counter = new EnergyCounter(powercap);

    assertThat(counter.isReadable()).isFalse();
    assertThat(counter.joules()).isEmpty();
    assertThat(counter.found()).contains("intel-rapl:1/energy_uj cannot be read");
    assertThat(counter.remedy()).contains("chmod a+r");
  }

  @Test
  void joules_whereACounterGoesAway_areUnknownFromThenOn() throws IOException {
    zone("intel-rapl:0", "package-0", 1_000_000, 5);
    var counter = new EnergyCounter(powercap);
    assertThat(counter.joules()).isPresent();

    Files.delete(powercap.resolve("intel-rapl:0/energy_uj"));

    assertThat(counter.joules()).isEmpty();
  }

  @Test
  void joules_withoutCounters_areUnknown() {
    var none = new EnergyCounter(powercap.resolve("none"));
    assertThat(none.joules()).isEmpty();
    assertThat(none.found()).startsWith("there is no intel-rapl in");
    assertThat(none.remedy()).doesNotContain("chmod");
  }
}
