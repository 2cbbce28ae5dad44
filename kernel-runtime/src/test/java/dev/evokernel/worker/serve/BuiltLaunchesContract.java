package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several launches that a build program builds, in one binary or in one for each. */
abstract class BuiltLaunchesContract {

  private final Kernel kernel;

  @TempDir Path folder;

  BuiltLaunchesContract(String backend) {
    this.kernel =
        KernelReader.read(WidthsKernel.file().resolve("../../built_launches").normalize(), backend);
  }

  private Outcome outcome(String binaries, String fault) throws Exception {
    Configuration configuration =
        kernel
            .defaultConfiguration()
            .with("BINARIES", Value.of(binaries))
            .with("FAULT", Value.of(fault));
    var fixture = new WorkerFixture(folder, kernel);
    var limit = Duration.ofSeconds(60);
    try (CompileWorker compiler = fixture.compilerWorker(limit)) {
      return switch (compiler.compile(configuration)) {
        case Compilation.Failed failed ->
            new Outcome.Rejected(Rejection.COMPILE_ERROR, "", failed.log());
        case Compilation.Compiled compiled -> {
          try (DeviceWorker worker =
              DeviceWorker.start(
                  fixture.launch(),
                  fixture.deviceJob(compiler.reference(), kernel.shapes(), limit))) {
            yield worker.evaluate(EvaluationRequest.of(configuration, compiled.binary())).outcome();
          }
        }
      };
    }
  }

  final String rejection(String binaries, String fault) throws Exception {
    Outcome outcome = outcome(binaries, fault);
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    return ((Outcome.Rejected) outcome).message();
  }

  @Test
  void evaluate_ofLaunchesInOneBinaryOrSeveral_isMeasured() throws Exception {
    for (String binaries : List.of("one", "each")) {
      assertThat(outcome(binaries, "none"))
          .isInstanceOfSatisfying(
              Outcome.Measured.class,
              measured ->
                  assertThat(measured.measurements())
                      .extracting(Measurement::shape)
                      .containsExactly("small", "ragged"));
    }
  }

  @Test
  void evaluate_ofOneWrongLaunch_isRejected() throws Exception {
    assertThat(rejection("each", "last")).contains("sum");
  }

  @Test
  void compile_ofAnAnswerThatDoesNotFit_saysWhatIsMissing() throws Exception {
    assertThat(rejection("each", "few"))
        .contains("answered with 2 launches; kernel.yaml has 3: [doubled, doubled, total]");
    assertThat(rejection("each", "two_kinds")).contains("ptx");
    assertThat(rejection("each", "absent")).contains("totals");
  }
}
