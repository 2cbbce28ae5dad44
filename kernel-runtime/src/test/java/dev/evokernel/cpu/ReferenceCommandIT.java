package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kernel whose reference is a Python script, on the cpu backend. */
class ReferenceCommandIT {

  @TempDir Path temporary;

  private RowsKernel rows;
  private Path cache;

  @BeforeAll
  static void assumeTools() {
    assumeTrue(
        new CpuBackend()
            .requirements().stream().filter(Requirement::needed).allMatch(Requirement::present),
        "no C compiler on this machine");
    RowsKernel.assumePython();
  }

  @BeforeEach
  void write() throws IOException {
    rows = RowsKernel.in(temporary);
    cache = temporary.resolve("cache");
  }

  @Test
  void gate_againstACommand_acceptsTheRightCandidate() {
    try (Bench bench = bench()) {
      assertThat(bench.check()).isInstanceOf(VerificationResult.Accepted.class);
    }
  }

  @Test
  void gate_againstACommand_refusesTheWrongCandidate() throws IOException {
    rows.with("rows.c", "scale *", "scale +");
    try (Bench bench = bench()) {
      assertThat(bench.check()).isInstanceOf(VerificationResult.Refused.class);
    }
  }

  @Test
  void prepare_again_findsWhatTheCommandWrote() throws IOException {
    try (Bench bench = bench()) {
      bench.check();
    }
    assertThat(rows.runs()).isEqualTo(2);

    try (Bench bench = bench()) {
      assertThat(bench.check()).isInstanceOf(VerificationResult.Accepted.class);
    }

    assertThat(rows.runs()).isZero();
    try (Stream<Path> kept = Files.walk(cache.resolve("expected"))) {
      assertThat(kept.filter(Files::isRegularFile))
          .extracting(file -> String.valueOf(file.getFileName()))
          .containsExactlyInAnyOrder("y.npy", "n.npy", "CHECKSUMS", "y.npy", "n.npy", "CHECKSUMS");
    }
  }

  @Test
  void prepare_damagedOutputs_areMadeAgain() throws IOException {
    try (Bench bench = bench()) {
      bench.check();
    }
    rows.runs();
    try (Stream<Path> kept = Files.walk(cache.resolve("expected"))) {
      Path damaged = kept.filter(file -> file.endsWith("y.npy")).findFirst().orElseThrow();
      byte[] content = Files.readAllBytes(damaged);
      content[content.length - 1] ^= 1;
      Files.write(damaged, content);
    }

    try (Bench bench = bench()) {
      assertThat(bench.check()).isInstanceOf(VerificationResult.Accepted.class);
    }

    assertThat(rows.runs()).isEqualTo(1);
  }

  @Test
  void prepare_changedReference_runsIt() throws IOException {
    try (Bench bench = bench()) {
      bench.check();
    }
    rows.runs();
    rows.with("reference.py", "1.5 * k", "2.5 * k");

    try (Bench bench = bench()) {
      assertThat(bench.check()).isInstanceOf(VerificationResult.Refused.class);
    }
    assertThat(rows.runs()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "[python3, reference.py]|[python33]|cannot be started|Install 'python33'",
        "[python3, reference.py]|[python3, other.py]|ended with status 2|other.py",
        "[python3, reference.py], timeout: 60s|[sh, -c, sleep 60], timeout: 1s|stopped after 1"
            + " s|'timeout'"
      })
  void prepare_commandThatDoesNotRun_isToldWithAWayOut(
      String old, String replacement, String said, String advice) throws IOException {
    rows.with("kernel.yaml", old, replacement);
    assertBroken(said, advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "save('y',|save('z',|wrote no y.npy|last argument",
        "'<f8'|'>f8'|elements of type >f8|np.float32",
        "'<i8', 'q'|'<f8', 'd'|type <f8 for an output of type i32|np.int32",
        "(rows, columns), y|(columns, rows), y|has the shape (4, 3), not (3, 4)|np.save",
        "y = [1.5|y = [float('nan')|has NaN at [0, 0]|np.save",
        "import json|raise SystemExit('no luck')|ended with status 1 and printed:|no luck",
      })
  void prepare_wrongOutputs_areToldWithAWayOut(
      String old, String replacement, String said, String advice) throws IOException {
    rows.with("reference.py", old, replacement);
    assertBroken(said, advice);
  }

  @Test
  void prepare_restoredOutputLeftAsItWas_isNotTakenForAResult() throws IOException {
    rows.with("kernel.yaml", "dimensions: [M, N], output: true", "dimensions: [M, N], inout: true");
    rows.with("reference.py", "save('y',", "save('z',");
    assertBroken("wrote no y.npy", "last argument");
  }

  private void assertBroken(String said, String advice) {
    try (Bench bench = bench()) {
      assertThatThrownBy(bench::check)
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("of kernel 'rows', on shape small (M=3 N=4) with seed 1, ")
          .hasMessageContaining(said)
          .hasMessageContaining(advice);
    }
  }

  private Bench bench() {
    return Bench.of(KernelReader.read(rows.file(), "cpu"), cache);
  }

  private record Bench(Kernel kernel, Device device, Workspace workspace, Program program)
      implements AutoCloseable {

    static Bench of(Kernel kernel, Path cache) {
      Backend backend = new CpuBackend();
      DeviceIdentity identity = backend.devices().getFirst();
      Compiler compiler = backend.compiler(identity, cache, Duration.ofSeconds(60));
      Device device = backend.open(identity);
      assertThat(compiler.reference(kernel.reference())).isEmpty();
      var reference = new PreparedReference(Optional.empty(), cache, Duration.ZERO);
      Compilation compilation = compiler.compile(kernel.source(), kernel.defaultConfiguration());
      assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
      Binary binary = ((Compilation.Compiled) compilation).binary();
      return new Bench(
          kernel,
          device,
          device.workspace(kernel, kernel.shape("small"), reference),
          device.load(kernel, kernel.defaultConfiguration(), binary));
    }

    VerificationResult check() {
      return new CorrectnessGate(kernel, kernel.shape("small"), List.of(1L, 2L))
          .check(workspace, program);
    }

    @Override
    public void close() {
      program.close();
      workspace.close();
      device.close();
    }
  }
}
