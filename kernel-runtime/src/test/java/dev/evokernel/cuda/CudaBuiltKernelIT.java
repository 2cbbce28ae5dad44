package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
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
    DeviceIdentity device = new CudaBackend().devices().getFirst();
    LaunchSpec launch = LaunchSpec.ofThisJvm(folder.resolve("logs"));
    var job =
        new CompileJob(
            kernel.file(), "cuda", device, folder.resolve("cache"), Duration.ofMinutes(1));
    try (CompileWorker compiler = CompileWorker.start(launch, job, "compile-1");
        DeviceWorker worker =
            DeviceWorker.start(
                launch,
                new DeviceJob(
                    kernel.file(),
                    "cuda",
                    device,
                    compiler.reference(),
                    kernel.shapes(),
                    List.of(1L, 2L),
                    SamplingSettings.DEFAULT,
                    Duration.ofSeconds(10)))) {
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
    Compilation compilation = compiler.compile(configuration);
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    Binary binary = ((Compilation.Compiled) compilation).binary();
    return worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome();
  }
}
