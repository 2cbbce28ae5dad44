package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.outcome.MiniatureTiming;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The repository's miniatures run on a GPU, and their blocks tell cycles. */
@Tag("gpu")
@Tag("hardware")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class CudaMiniatureIT {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gemm/ampere",
        "gemm/hopper",
        "attention/ampere",
        "attention/hopper",
        "rmsnorm",
        "softmax"
      })
  void time_ofTheDefault_tellsCyclesOfFullCores(String name, @TempDir Path cache) {
    Kernel kernel = RepositoryKernelsIT.named(name);
    Kernel small = kernel.inSmall();
    try (GpuFixture gpu = GpuFixture.open(cache)) {
      assumeTrue(gpu.runs(name), "not a Hopper GPU");
      try (MiniatureBench bench = gpu.device().miniature(small);
          Program program = gpu.load(small, kernel.defaultConfiguration())) {
        MiniatureTiming timing = bench.time(program, 3);
        assertThat(timing.alone()).isBetween(500.0, 1e8);
        assertThat(timing.crowded()).isBetween(500.0, 1e8);
        assertThat(timing.neighbours()).isBetween(1, timing.resident());
        assertThat((long) timing.cores()).isEqualTo(gpu.device().limits().value(Limit.CORES));
        assertThat(timing.resources()).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gemm/hopper, PERSISTENT, false, true",
    "attention/hopper, PERSISTENT, false, true",
    "rmsnorm, BLOCKS, 0, 1",
    "softmax, BLOCKS, 0, 1"
  })
  void time_ofABlockThatDoesNotWalkOn_isOfOneTurn(
      String name, String parameter, String once, String walking, @TempDir Path cache) {
    try (GpuFixture gpu = GpuFixture.open(cache)) {
      assumeTrue(gpu.runs(name), "not a Hopper GPU");
      Kernel small = RepositoryKernelsIT.named(name).inSmall();
      assertThat(alone(gpu, small, parameter, once))
          .isLessThan(0.7 * alone(gpu, small, parameter, walking));
    }
  }

  private static double alone(GpuFixture gpu, Kernel small, String parameter, String value) {
    Value number =
        value.matches("\\d+")
            ? Value.of(Long.parseLong(value))
            : Value.of(Boolean.parseBoolean(value));
    Configuration configuration = small.defaultConfiguration().with(parameter, number);
    try (MiniatureBench bench = gpu.device().miniature(small);
        Program program = gpu.load(small, configuration)) {
      return bench.time(program, 3).alone();
    }
  }
}
