package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What shows a device's limits leaves the vector as it was, and is no faster than the device. */
@Tag("gpu")
@Tag("hardware")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProbeIT {

  private static final long SEED = 7;

  private GpuFixture gpu;
  private Kernel probe;

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    gpu = GpuFixture.open(folder);
    probe = KernelReader.read(ShippedSources.probe(folder), "cuda");
  }

  @AfterAll
  void close() {
    gpu.close();
  }

  @ParameterizedTest
  @CsvSource({
    "single, launch, f16, 1, 0",
    "copy_64KiB, copy, f16, 8, 0",
    "copy_512MiB, copy, f16, 4, 0",
    "multiply_add, multiply_add, f16, 8, 0",
    "tensor, mma, f16, 8, 80",
    "tensor, mma, bf16, 8, 80",
    "tensor, wgmma, f16, 1, 90",
    "tensor, wgmma, bf16, 1, 90"
  })
  void probe_eachWay_isRightAndNoFasterThanTheDevice(
      String shapeName, String what, String type, long chains, long capability) {
    long own = gpu.device().limits().value(Limit.COMPUTE_CAPABILITY);
    Assumptions.assumeTrue(
        own >= capability && (!what.equals("wgmma") || own == 90), "needs " + capability);
    Configuration configuration =
        probe
            .defaultConfiguration()
            .with("PROBE", Value.of(what))
            .with("TYPE", Value.of(type))
            .with("CHAINS", Value.of(chains));
    Shape shape = probe.shape(shapeName);
    try (Workspace workspace = gpu.workspace(probe, shapeName);
        Program program = gpu.load(probe, configuration)) {
      workspace.prepare(SEED);
      assertThat(new CorrectnessGate(probe, shape, List.of(SEED)).check(workspace, program))
          .isInstanceOf(VerificationResult.Accepted.class);
      var _ = workspace.time(program, new Batch(3, CacheState.HOT));
      double nanos = workspace.time(program, new Batch(10, CacheState.HOT)) / 10.0;
      Peaks peaks = gpu.device().peaks(probe);
      double flops = 2.0 * dimension(shape, "N") * dimension(shape, "STEPS");
      assertThat(flops / nanos * 1e9).isLessThan(peaks.flopsPerSecond().orElse(1e18));
      assertThat(8.0 * dimension(shape, "N") / nanos * 1e9)
          .isLessThan(peaks.bytesPerSecond().orElse(1e18));
    }
  }

  private static long dimension(Shape shape, String name) {
    return Objects.requireNonNull(shape.dimensions().get(name));
  }
}
