package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.report.Conclusion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One run, and then gates and comparisons against it. The margins are wide: machines are noisy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GateCommandIT {

  @TempDir private static Path folder = Path.of("");
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeAll
  void run() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    workspace.append("accept: {speedup: 1.03, shapes: 1, p90: any}\n");
    Execution run = workspace.run("--evaluations", "8");
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
  }

  private Execution gate(String... more) {
    return Execution.line("gate --config " + workspace.job() + " --margin 90%", more);
  }

  /** The gate on another kernel folder of the same name, after an edit. */
  private Execution gateAfter(String file, String old, String replacement) throws IOException {
    Path copy = Saxpy.copyTo(Files.createTempDirectory(folder, "edited").resolve("saxpy"));
    workspace.edit(copy.resolve(file), old, replacement);
    return workspace.evo(
        "gate " + copy + " --device cpu --shapes small --processes 2 --margin 90%");
  }

  @Test
  void gate_ofAnUnchangedKernel_isFine() throws IOException {
    Path xml = folder.resolve("gate.xml");
    Execution gate = gate("--format", "junit", "--out", xml.toString());
    assertThat(gate.code()).as(gate.out() + gate.err()).isZero();
    assertThat(gate.out()).contains("Fine: no regression beyond 90 %; both are the same binary.");
    assertThat(gate.out()).contains("Again:  ./evo gate --config");
    assertThat(Files.readString(xml)).contains("tests=\"2\" failures=\"0\"");
  }

  @Test
  @Tag("full")
  void gate_ofAKernelThatIsWrong_isARegression() throws IOException {
    Execution gate = gateAfter("saxpy.c", "a * x[i + k] + y[i + k]", "a * x[i + k] - y[i + k]");
    assertThat(gate.code()).as(gate.out() + gate.err()).isEqualTo(1);
    assertThat(gate.out()).contains("wrong-result", "A regression.");
  }

  @Test
  @Tag("full")
  void gate_ofAKernelThatIsCalledDifferently_callsItThatWay() throws IOException {
    Execution gate = gateAfter("kernel.yaml", "value: \"2.5\"", "value: \"3.5\"");
    assertThat(gate.code()).as(gate.out() + gate.err()).isEqualTo(1);
    assertThat(gate.out()).contains("wrong-result");
  }

  @Test
  void gate_ofAKernelThatDoesNotCompile_isARegression() throws IOException {
    Execution gate = gateAfter("saxpy.c", "void saxpy(", "void saxpy(;");
    assertThat(gate.code()).as(gate.out() + gate.err()).isEqualTo(1);
    assertThat(gate.out()).contains("compile-error");
  }

  @Test
  void gate_ofAKernelThatIsMuchSlower_isARegression() throws IOException {
    Execution gate = gateAfter("saxpy.c", "pass < PASSES", "pass < 20 * PASSES");
    assertThat(gate.code()).as(gate.out() + gate.err()).isEqualTo(1);
    assertThat(gate.out()).contains("p50 is worse by more than 90 %", "2 processes agree");
  }

  @Test
  void gate_ofBadInput_isOneClearMessage() throws IOException {
    refused(
        gateAfter("kernel.yaml", "small: {N: 4096}", "small: {N: 4097}"),
        "no entry for saxpy on cpu",
        "small (N=4097)",
        "Make one: ./evo run");
    refused(gateAfter("reference.c", "{", "{ /* another */"), "their references differ");
    // Where noise left the run undecided, the leaderboard has the default, whose BLOCK stays.
    var decided = Conclusion.of(workspace.history()).configuration();
    if (!decided.value("BLOCK").toString().equals("64")) {
      refused(
          gateAfter("kernel.yaml", "BLOCK: [16, 32, 64, 128, 256]", "BLOCK: [64, 512]"),
          "which",
          "does not have",
          "--configuration BLOCK=64,UNROLL=1");
    }
    refused(gate("--configuration", "BLOK=16"), "no parameter 'BLOK'", "Maybe 'BLOCK'?");
    refused(gate("--configuration", "BLOCK=17"), "BLOCK has no value '17'", "16, 32, 64, 128, 256");
    refused(gate("--configuration", "WAY=wrong"), "violates", "each fault is there once");
    refused(gate("--configuration", "BLOCK"), "'BLOCK' sets no parameter");
    refused(gate("--candidate", "latest/99"), "has no candidate 99");
    refused(gate("--candidate", "latest/1", "--configuration", "BLOCK=16"), "Remove one");
    refused(gate("--shapes", "smal"), "no shape 'smal'");
    refused(gate("--processes", "1"), "--processes must be ≥ 2, was 1");
    refused(gate("--results", folder.resolve("none").toString()), "results in");
    refused(Execution.of("gate", "--margin", "200%"), "Invalid share '200%'");
    refused(Execution.of("gate", "k", "--config", "evo.yaml"), "exclude each other");
  }

  @Test
  @Tag("full")
  void benchGate_stopped_reportsTheGatesThatWereHeld() throws Exception {
    Path kernel = Saxpy.copyTo(Files.createTempDirectory(folder, "bench").resolve("saxpy"));
    try (ChildEvo evo =
        ChildEvo.start(
            workspace,
            "bench",
            "gate",
            kernel.toString(),
            "--results",
            workspace.results().toString(),
            "--device",
            "cpu",
            "--shapes",
            "small",
            "--margin",
            "90%",
            "--repeats",
            "1000")) {
      assertThat(evo.until(() -> evo.err().contains("2 of 1000: "))).isTrue();
      evo.terminate();
      assertThat(evo.await()).isEqualTo(143);
      assertThat(evo.err()).containsPattern("stopped after \\d+ of 1000");
      assertThat(evo.out()).containsPattern("\\d gates on .*").contains("False alarms: ");
    }
  }

  private static void refused(Execution execution, String... saying) {
    assertThat(execution.err()).contains(saying).doesNotContain("a bug in evo");
    assertThat(execution.code()).isEqualTo(2);
  }

  private Execution compare(String a, String b, String... more) {
    return workspace.evo("compare " + a + " " + b + " --margin 90%", more);
  }

  @Test
  void compare_ofTwoFinalists_readsTheirFinals() {
    Execution compared = compare("latest", "latest/1", "--format", "markdown");
    assertThat(compared.code()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("From the finals of run saxpy-", "| small |");
    assertThat(compared.err()).isEmpty();
  }

  @Tag("full")
  @Test
  void compare_ofARunWithAFolder_measuresBothAnew() {
    String kernel = folder.resolve("saxpy").toString();
    Execution compared = compare("latest/1", kernel, "--shapes", "small");
    assertThat(compared.code()).as(compared.err()).isZero();
    assertThat(compared.out())
        .contains(
            "Measured interleaved on saxpy on cpu",
            "Both are the same binary.",
            "is the same on small");
    Execution forbidden = compare("latest/1", kernel, "--recorded");
    refused(forbidden, "No measurement of", "Omit --recorded");
  }

  @Test
  void compare_ofNothing_saysWhatItCouldBe() {
    refused(compare("nothing", "latest"), "neither a folder", "nor a run or RUN/NUMBER");
    refused(compare("latest/1", "latest", "--recorded", "--anew"), "Remove one");
    refused(compare("latest/77", "latest"), "has no candidate 77");
  }
}
