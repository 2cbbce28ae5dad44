package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cooperative launches and carveouts; clusters and tensor maps where the device has them. */
@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LaunchAttributesIT {

  private GpuFixture gpu;

  @BeforeAll
  void open(@TempDir Path cache) {
    gpu = GpuFixture.open(cache);
  }

  private void assumeTaken(SmallKernel kernel) {
    assumeTrue(
        kernel == SmallKernel.COOPERATIVE
            || gpu.device().limits().value(Limit.COMPUTE_CAPABILITY) >= 90,
        "no compute capability 9.0 on this machine");
  }

  @AfterAll
  void close() {
    gpu.close();
  }

  @ParameterizedTest
  @CsvSource({
    "CLUSTER, CLUSTER, 1",
    "CLUSTER, CLUSTER, 2",
    "CLUSTER, CLUSTER, 3",
    "CLUSTER, CLUSTER, 8",
    "CLUSTER, CLUSTER, 16",
    "COOPERATIVE, BLOCKS, 1",
    "COOPERATIVE, BLOCKS, 2",
    "COOPERATIVE, BLOCKS, 32",
    "COOPERATIVE, CARVEOUT, 0",
    "COOPERATIVE, CARVEOUT, 100",
    "TENSORMAP, ROWS, 8",
    "TENSORMAP, ROWS, 64",
    "TENSORMAP, ROWS, 128",
    "TENSORMAP, PROMOTION, 0",
    "TENSORMAP, PROMOTION, 64",
    "TENSORMAP, PROMOTION, 256"
  })
  void launch_onceAndInGraphs_isRight(SmallKernel which, String parameter, long value) {
    assumeTaken(which);
    Kernel kernel = which.read();
    Configuration configuration = kernel.defaultConfiguration().with(parameter, Value.of(value));
    for (Shape shape : kernel.shapes()) {
      try (Workspace workspace = gpu.workspace(kernel, shape.name());
          Program program = gpu.load(kernel, configuration)) {
        assertThat(new CorrectnessGate(kernel, shape, List.of(1L, 2L)).check(workspace, program))
            .isInstanceOf(VerificationResult.Accepted.class);
        workspace.poison();

        long nanos = workspace.time(program, new Batch(300, CacheState.HOT));

        System.out.printf("%s, %s: %.2f µs a launch%n", configuration, shape, nanos / 300e3);
        assertThat(workspace.compare()).allMatch(OutputComparison::passed);
      }
    }
  }

  @Test
  void launch_ofACooperativeGridThatDoesNotFit_namesTheLargestThatDoes() {
    Kernel kernel = SmallKernel.COOPERATIVE.read();
    Configuration large = kernel.defaultConfiguration().with("BLOCKS", Value.of(1_000_000));
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program refused = gpu.load(kernel, large)) {
      workspace.prepare(1);
      // 2,048 threads of a multiprocessor are 16 blocks of 128.
      long held = 16 * gpu.device().limits().value(Limit.CORES);

      assertThatThrownBy(() -> workspace.launch(refused))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> assertThat(e.reason()).isEqualTo(Rejection.RESOURCE_LIMIT))
          .hasMessageContaining("1,000,000 blocks")
          .hasMessageContaining("a grid of at most %,d blocks", held);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CLUSTER, CLUSTER, 32, more than 16",
    "CLUSTER, MORE, 1, not a multiple of clusters",
    "COOPERATIVE, CARVEOUT, 101, 'from 0 to 100 percent, or -1'",
    "TENSORMAP, ROWS, 512, from 1 to 256",
    "TENSORMAP, PROMOTION, 100, 'must be one of [0, 64, 128, 256]'"
  })
  void launch_thatCannotBe_isRefusedAndTheNextIsUnaffected(
      SmallKernel which, String parameter, long value, String said) {
    assumeTaken(which);
    Kernel kernel = which.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program refused =
            gpu.load(kernel, kernel.defaultConfiguration().with(parameter, Value.of(value)));
        Program right = gpu.load(kernel, kernel.defaultConfiguration())) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(refused))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> assertThat(e.reason()).isEqualTo(Rejection.LAUNCH_FAILURE))
          .hasMessageContaining(said);

      workspace.launch(right);
      assertThat(workspace.compare()).allMatch(OutputComparison::passed);
    }
  }
}
