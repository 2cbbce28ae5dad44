package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A build command on a GPU: its block, its shared memory, its choice and order of arguments. */
@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class CudaBuiltKernelIT {

  private final Kernel kernel =
      KernelReader.read(
          WidthsKernel.file().resolve("../../built_ptx/kernel.yaml").normalize(), "cuda");

  @Tag("hardware")
  @Test
  void evaluate_aPtxProgramWithHiddenArguments_isLaunchedAsItsBuilderSays(@TempDir Path folder)
      throws InterruptedException {
    var fixture = new WorkerFixture(folder, kernel);
    try (CompileWorker compiler = fixture.compilerWorker(Duration.ofMinutes(1));
        DeviceWorker worker =
            DeviceWorker.start(
                fixture.launch(),
                fixture.deviceJob(compiler.reference(), kernel.shapes(), Duration.ofSeconds(10)))) {
      assertThat(compiler.compilerVersion()).startsWith("PTX by hand, ");
      for (long warps : List.of(1L, 4L)) {
        Configuration right = kernel.defaultConfiguration().with("WARPS", Value.of(warps));
        assertThat(evaluate(compiler, worker, right))
            .isInstanceOfSatisfying(
                Outcome.Measured.class,
                measured ->
                    assertThat(measured.measurements())
                        .extracting(Measurement::resources)
                        .allSatisfy(
                            resources ->
                                assertThat(Objects.requireNonNull(resources).dynamicShared())
                                    .isEqualTo(1024)));
      }
      Configuration wrong = kernel.defaultConfiguration().with("HIDDEN", Value.of("wrong"));
      assertThat(evaluate(compiler, worker, wrong)).isInstanceOf(Outcome.Rejected.class);
    }
  }

  private static Outcome evaluate(
      CompileWorker compiler, DeviceWorker worker, Configuration configuration)
      throws InterruptedException {
    Binary binary = WorkerFixture.binary(compiler.compile(configuration));
    return worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
  }
}
