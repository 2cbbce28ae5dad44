package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel whose binaries a program of its own builds, in a compile worker. */
class BuildCompilerIT {

  @TempDir Path folder;
  private Path copy = Path.of("");
  private Kernel kernel = KernelReader.read(WidthsKernel.file(), "cpu");

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }

  @BeforeEach
  void copyKernel() throws IOException {
    Path original = WidthsKernel.file().resolve("../../built").normalize();
    copy = Files.createDirectories(folder.resolve("built"));
    for (Path file : KernelSources.of(original).files()) {
      Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
    }
    kernel = KernelReader.read(copy, "cpu");
  }

  private CompileWorker start(Duration limit) throws InterruptedException {
    return new WorkerFixture(folder, kernel).compilerWorker(limit);
  }

  private Configuration with(String fault) {
    return kernel.defaultConfiguration().with("FAULT", Value.of(fault));
  }

  private static String log(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Failed.class);
    return ((Compilation.Failed) compilation).log();
  }

  @Test
  void compile_aBuildCommand_givesABinaryForEachChoiceOfMacrosThatRunsRight() throws Exception {
    var fixture = new WorkerFixture(folder, kernel);
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      assertThat(compiler.compilerVersion()).startsWith("sh builder 1, ");
      Binary binary = WorkerFixture.binary(compiler.compile(with("none")));
      assertThat(binary.parts()).hasSize(2);
      try (DeviceWorker device =
          DeviceWorker.start(
              fixture.launch(),
              fixture.deviceJob(compiler.reference(), kernel.shapes(), Duration.ofSeconds(30)))) {
        assertThat(device.evaluate(EvaluationRequest.of(with("none"), binary)).outcome())
            .isInstanceOfSatisfying(
                Outcome.Measured.class,
                measured ->
                    assertThat(measured.measurements())
                        .extracting(Measurement::shape)
                        .containsExactly("even", "odd"));
      }
    }
  }

  @Test
  void compile_asBefore_comesFromTheCacheUntilAnInputChanges() throws Exception {
    Binary first;
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      first = WorkerFixture.binary(compiler.compile(with("none")));
      assertThat(first.compileNanos()).isPositive();
    }
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      assertThat(WorkerFixture.binary(compiler.compile(with("none"))).compileNanos()).isZero();
    }
    Files.writeString(
        copy.resolve("kernel.c"), Files.readString(copy.resolve("kernel.c")) + "int more = 3;\n");
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      Binary changed = WorkerFixture.binary(compiler.compile(with("none")));
      assertThat(changed.compileNanos()).isPositive();
      assertThat(changed.digest()).isNotEqualTo(first.digest());
    }
  }

  @Test
  void compile_everyMisdeed_rejectsThatConfigurationAndGoesOn() throws Exception {
    Map<String, String> reasons =
        Map.of(
            "error", "kernel.c: too much of FAULT",
            "refuse", "The build command 'sh builder.sh': not today",
            "die", "ended with status 3 when asked to 'build': out of luck",
            "nonsense", "answered 'build' with 'hello there', which is no JSON object",
            "unknown_key", "answered with the unknown key 'shard'",
            "no_file", "answered with the file 'nowhere.so', which is not there",
            "no_elf", "which is no library: it is no ELF file",
            "grid", "answered with 'grid', which the backend cpu does not know",
            "no_entry", "answered without [entry], which kernel.yaml does not say either");
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      long pid = compiler.pid();
      for (Map.Entry<String, String> each : reasons.entrySet()) {
        assertThat(log(compiler.compile(with(each.getKey())))).contains(each.getValue());
      }
      assertThat(compiler.compile(with("none"))).isInstanceOf(Compilation.Compiled.class);
      assertThat(compiler.pid()).isEqualTo(pid);
    }
  }

  @Test
  void compile_aBuilderThatHangs_isKilledAtTheLimit() throws Exception {
    try (CompileWorker compiler = start(Duration.ofSeconds(2))) {
      assertThat(compiler.compile(with("hang")))
          .isInstanceOfSatisfying(
              Compilation.Failed.class,
              failed -> {
                assertThat(failed.timedOut()).isTrue();
                assertThat(failed.log()).contains("gave no answer to 'build' in 2 s");
              });
      assertThat(compiler.compile(with("none"))).isInstanceOf(Compilation.Compiled.class);
    }
  }

  @Test
  void compile_aBuilderThatEndsForWhatCameBefore_isAskedAgainInAFreshProcess() throws Exception {
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      assertThat(compiler.compile(with("twice"))).isInstanceOf(Compilation.Compiled.class);
      assertThat(compiler.compile(with("none"))).isInstanceOf(Compilation.Compiled.class);
      assertThat(compiler.compile(with("wear"))).isInstanceOf(Compilation.Compiled.class);
    }
  }

  @Test
  void compile_aCompilerKilledByASignal_isAskedAgainAndNeverKept() throws Exception {
    try (CompileWorker compiler = start(Duration.ofSeconds(30))) {
      assertThat(compiler.compile(with("killed_once"))).isInstanceOf(Compilation.Compiled.class);
      for (int i = 0; i < 2; i++) {
        assertThat(log(compiler.compile(with("killed")))).contains("error code -9");
      }
      assertThat(Files.readAllLines(copy.resolve("runs"))).hasSize(4);
    }
  }

  @Test
  void start_aBuilderThatIsNotReady_saysWhy() throws IOException {
    Files.writeString(copy.resolve("builder.sh"), "echo 'no triton here' >&2\nexit 1\n");
    assertThatThrownBy(() -> start(Duration.ofSeconds(30)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("The build command 'sh builder.sh' of kernel 'built' is not ready")
        .hasMessageContaining("no triton here");
    Files.writeString(copy.resolve("builder.sh"), "read -r line; echo '{\"ready\": \"x\"}'\n");
    assertThatThrownBy(() -> start(Duration.ofSeconds(30)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("speaks version (none given) of the exchange, and evo speaks 1");
  }
}
