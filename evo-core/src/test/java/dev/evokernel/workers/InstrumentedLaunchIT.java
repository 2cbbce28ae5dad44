package dev.evokernel.workers;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.DeviceJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstrumentedLaunchIT {

  @TempDir private Path folder = Path.of("");

  private static Binary binary(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  @Test
  void under_aSanitizer_launchesTheCandidateInAProcessOfItsOwn() {
    Saxpy.assumeCompiler();
    Kernel kernel = Saxpy.read();
    Configuration configuration = kernel.defaultConfiguration();
    DeviceIdentity device = Backend.named("cpu").devices().getFirst();
    Compiler compiler =
        Backend.named("cpu").compiler(device, folder.resolve("cache"), Duration.ofMinutes(1));
    var job =
        new DeviceJob(
            kernel.file(),
            "cpu",
            device,
            new PreparedReference(
                compiler.reference(kernel.reference()).map(InstrumentedLaunchIT::binary),
                folder.resolve("cache"),
                Duration.ZERO),
            List.of(kernel.shape("small")),
            List.of(1L, 2L),
            SamplingSettings.DEFAULT,
            Duration.ofSeconds(30));
    var instrumented =
        new InstrumentedLaunch(
            job,
            kernel.shape("small"),
            configuration,
            binary(compiler.compile(kernel.source(), configuration)));
    Sanitizer runs =
        new Sanitizer() {
          @Override
          public String name() {
            return "a test";
          }

          @Override
          public Optional<Finding> examine(Subject subject, Duration limit) {
            try {
              int status = new ProcessBuilder(subject.command()).inheritIO().start().waitFor();
              return status == 0 ? Optional.of(new Finding("test", "it ran")) : Optional.empty();
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    assertThat(
            instrumented.under(
                runs,
                LaunchSpec.ofThisJvm(folder.resolve("logs")),
                folder.resolve("sanitizer"),
                Duration.ofSeconds(60)))
        .contains(new Rejected(Rejection.SANITIZER, "small", "test: it ran (a test)"));
    assertThat(Backend.named("cpu").sanitizerRemedy()).isNotEmpty();
  }
}
