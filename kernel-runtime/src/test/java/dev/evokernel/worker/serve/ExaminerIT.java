package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.StraysKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Examination;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExaminerIT {

  private static final Shape ODD = new Shape("fuzz-1", Map.of("N", 333L));

  @TempDir Path folder;

  private final Kernel kernel = StraysKernel.read("cpu");

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }

  private WorkerFixture fixture() {
    return new WorkerFixture(folder, kernel);
  }

  private LaunchSpec launch() {
    return fixture().launch();
  }

  private DeviceJob job() {
    return job(StraysKernel.file());
  }

  private DeviceJob job(Path file) {
    return new WorkerFixture(folder, KernelReader.read(file, "cpu"))
        .deviceJob(
            fixture().reference(), WorkerFixture.shapes("small", "large"), Duration.ofSeconds(30))
        .with(new Examination(List.of(ODD), true));
  }

  private Binary compiled(Configuration configuration) {
    return fixture().compile(configuration);
  }

  /** Weaknesses apart from that of launches which a busy machine makes too short to judge. */
  private static List<String> weaknesses(DeviceWorker worker) {
    return worker.weaknesses().stream().filter(text -> !text.contains("is too short to")).toList();
  }

  /** A copy of the kernel that says nothing of special inputs. */
  private Path silent() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("silent"));
    try (Stream<Path> files = Files.list(StraysKernel.file().resolveSibling(""))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Path file = copy.resolve("kernel.yaml");
    return Files.writeString(file, Files.readString(file).replaceAll(", special: \\[[^]]*]", ""));
  }

  @Test
  void examine_aKernelThatSaysNothingOfSpecialInputs_triesThoseOnWhichTheDefaultIsRight()
      throws Exception {
    try (DeviceWorker worker = DeviceWorker.start(launch(), job(silent()))) {
      Configuration saturates = StraysKernel.with(kernel, "saturates");
      assertThat(worker.examine(saturates, compiled(saturates))).isEmpty();

      Configuration right = kernel.defaultConfiguration();
      worker.trySpecial(right, compiled(right));

      assertThat(worker.knowsSpecial()).isTrue();
      assertThat(weaknesses(worker)).isEmpty();
      assertThat(worker.examine(right, compiled(right))).isEmpty();
      assertThat(worker.examine(saturates, compiled(saturates)))
          .hasValueSatisfying(
              rejected -> {
                assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
                assertThat(rejected.shape()).isEqualTo("small");
                assertThat(rejected.message()).contains("special input 'large'");
              });
    }
  }

  @Test
  void trySpecial_aDefaultThatIsWrongOnAKind_leavesThatKindOutAndSaysSo() throws Exception {
    try (DeviceWorker worker = DeviceWorker.start(launch(), job(silent()))) {
      Configuration saturates = StraysKernel.with(kernel, "saturates");
      worker.trySpecial(saturates, compiled(saturates));

      assertThat(weaknesses(worker))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith("the default differs from the reference on 'large' inputs of 'x', which are")
          .contains("not part of the gate: y[");
      assertThat(worker.examine(saturates, compiled(saturates))).isEmpty();
    }
  }

  @Test
  void examine_faultsThatTheUsualGateDoesNotSee_areFoundAndNamed() throws InterruptedException {
    try (DeviceWorker worker = DeviceWorker.start(launch(), job())) {
      assertThat(weaknesses(worker)).isEmpty();
      assertThat(worker.peaks().known()).isTrue();
      for (String fault : List.of("none", "saturates", "even")) {
        Configuration configuration = StraysKernel.with(kernel, fault);
        Binary binary = compiled(configuration);
        assertThat(worker.evaluate(EvaluationRequest.of(configuration, binary)).outcome())
            .as(fault)
            .isInstanceOf(Outcome.Measured.class);
        Optional<Rejected> refusal = worker.examine(configuration, binary);
        switch (fault) {
          case "none" -> assertThat(refusal).isEmpty();
          case "saturates" -> {
            assertThat(refusal.orElseThrow().reason()).isEqualTo(Rejection.WRONG_RESULT);
            assertThat(refusal.orElseThrow().shape()).isEqualTo("small");
            assertThat(refusal.orElseThrow().message()).contains("seed 1, special input 'large'");
          }
          default -> {
            assertThat(refusal.orElseThrow().shape()).isEqualTo("fuzz-1");
            assertThat(refusal.orElseThrow().message()).contains("y[332]", "fuzz-1 (N=333)");
          }
        }
      }
    }
  }
}
