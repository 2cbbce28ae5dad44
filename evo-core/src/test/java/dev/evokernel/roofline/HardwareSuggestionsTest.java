package dev.evokernel.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HardwareSuggestionsTest {

  private static final Kernel ON_GPU = read("cuda").only(List.of("ampere"));
  private static final Kernel ON_CPU = read("cpu");
  private static final List<Shape> CUBES =
      List.of(ON_GPU.shape("cube_1024"), ON_GPU.shape("cube_4096"));

  private static Kernel read(String backend) {
    return KernelReader.read(Path.of("..", "kernels", "gemm", "kernel.yaml"), backend);
  }

  @Test
  void best_onAGpu_areValidDiverseAndNamed() {
    var derived = new HardwareSuggestions(ON_GPU, CUBES, Devices.h200());
    List<InitialConfiguration> seeds = derived.best(8);
    SearchSpace space = SearchSpace.of(ON_GPU, CUBES, Devices.h200());
    assertThat(seeds).hasSize(8).doesNotHaveDuplicates();
    assertThat(seeds.getFirst().origin()).isEqualTo("hardware #1");
    assertThat(seeds).allMatch(seed -> space.contains(seed.configuration()));
    assertThat(seeds).noneMatch(seed -> seed.configuration().equals(ON_GPU.defaultConfiguration()));
    for (int i = 0; i < seeds.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(differences(seeds.get(i), seeds.get(j))).isGreaterThanOrEqualTo(2);
      }
      assertThat(seeds.get(i).configuration().value("VECTOR"))
          .as("what the launch does not read")
          .isEqualTo(ON_GPU.defaultConfiguration().value("VECTOR"));
    }
    assertThat(derived.best(8)).isEqualTo(seeds);
  }

  @Test
  void best_onAGpu_exchangePartsOfKOnlyWhereTilesAreFew() {
    assertThat(splits("cube_4096")).startsWith("1", "1").doesNotContain("4", "8");
    assertThat(splits("cube_1024")).contains("2");
  }

  private static List<String> splits(String shape) {
    return new HardwareSuggestions(ON_GPU, List.of(ON_GPU.shape(shape)), Devices.h200())
        .best(4).stream().map(seed -> seed.configuration().value("SPLIT_K").toString()).toList();
  }

  @Test
  void parameters_onAGpu_areThoseThatTheLaunchReads() {
    assertThat(new HardwareSuggestions(ON_GPU, ON_GPU.shapes(), Devices.h200()).parameters())
        .containsExactly(
            "TILE_M",
            "TILE_N",
            "TILE_K",
            "WARPS_M",
            "WARPS_N",
            "WARPS_K",
            "SPLIT_K",
            "PERSISTENT",
            "STAGES",
            "SWIZZLE",
            "STAGED",
            "MIN_BLOCKS");
  }

  @Test
  void best_ofTwoVariants_areOfBothThatHaveAConfiguration() {
    Kernel both = read("cuda");
    List<Shape> cubes = List.of(both.shape("cube_1024"), both.shape("cube_4096"));
    List<Shape> ragged = List.of(both.shape("ragged"));
    var derived = new HardwareSuggestions(both, cubes, Devices.h200());
    SearchSpace space = SearchSpace.of(both, cubes, Devices.h200());
    assertThat(derived.best(20))
        .allMatch(seed -> space.contains(seed.configuration()))
        .extracting(seed -> seed.configuration().variant().orElseThrow())
        .contains("ampere", "hopper");
    assertThat(new HardwareSuggestions(both, ragged, Devices.h200()).best(2))
        .extracting(seed -> seed.configuration().variant().orElseThrow())
        .containsOnly("ampere");
  }

  @Test
  void best_onAProcessor_useItsCores() {
    List<InitialConfiguration> seeds =
        new HardwareSuggestions(ON_CPU, ON_CPU.shapes(), Devices.processor()).best(3);
    assertThat(seeds)
        .hasSize(3)
        .allMatch(seed -> seed.configuration().value("THREADS").toString().equals("4"));
  }

  @Test
  void residency_ofTheDefault_isThatOfItsTile() {
    Residency residency =
        Residency.of(
                ON_GPU,
                Devices.h200(),
                ON_GPU.shape("cube_4096"),
                ON_GPU.defaultConfiguration(),
                new Residency.Compiled(128, 0))
            .orElseThrow();
    // 128 threads of 128 registers: 16 warps. 4 stages of 2 tiles of 128 x 32 halves: 64 KiB.
    assertThat(residency.threads()).isEqualTo(128);
    assertThat(residency.sharedBytes()).isEqualTo(65536);
    assertThat(residency.waves()).isEqualTo(new Residency.Waves(1024, 3, 132));
    assertThat(residency.occupancy()).isCloseTo(12 / 64.0, within(1e-12));
    assertThat(residency.warps()).isEqualTo(12);
  }

  @Test
  void enoughWarps_forMemory_followsLittlesLaw() {
    assertThat(GpuEstimate.enoughWarpsForMemory()).isCloseTo(25, within(1e-12));
  }

  private static int differences(InitialConfiguration one, InitialConfiguration other) {
    Configuration first = one.configuration();
    return (int)
        first.values().keySet().stream()
            .filter(name -> !first.value(name).equals(other.configuration().value(name)))
            .count();
  }
}
