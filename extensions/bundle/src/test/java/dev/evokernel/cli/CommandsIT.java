package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandsIT {

  @TempDir Path folder;

  @Test
  void help_listsEveryCommand() {
    Execution help = Execution.of("--help");
    assertThat(help.code()).isZero();
    assertThat(help.out())
        .contains("Usage: evo")
        .contains(
            List.of(
                "run", "leaderboard", "show", "export", "report", "doctor", "bench", "completion"))
        .contains("Start here:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"run", "leaderboard", "show", "export", "report", "doctor", "bench", "completion"})
  void help_ofACommand_saysWhatItIsFor(String command) {
    Execution help = Execution.of(command, "--help");
    assertThat(help.code()).isZero();
    assertThat(help.err()).isEmpty();
    assertThat(help.out()).contains("Usage: evo " + command).doesNotContain("generate-");
    assertThat(Execution.of("help", command).out()).isEqualTo(help.out());
  }

  @Test
  void help_ofRun_listsTheExitCodes() {
    assertThat(Execution.of("run", "--help").out())
        .contains("Exit codes:", "130", "--resume", "--wall", "--evaluations");
  }

  @Test
  void version_namesEvoAndJava() {
    Execution version = Execution.of("--version");
    assertThat(version.code()).isZero();
    assertThat(version.out()).matches("(?s)evo [0-9]+\\.[0-9]+\\S*\\RJava 25.*");
  }

  @Test
  void evo_withoutACommand_saysHowToAsk() {
    Execution bare = Execution.of();
    assertThat(bare.code()).isEqualTo(2);
    assertThat(bare.out() + bare.err()).contains("evo");
  }

  @Test
  void evo_withAMisspeltCommand_suggests() {
    Execution misspelt = Execution.of("leaderbord");
    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).startsWith("evo: ").contains("leaderboard");
    assertThat(Execution.of("rnu").err()).contains("Did you mean: run?");
  }

  @Test
  void completion_isAScriptThatBashCanRead() throws IOException, InterruptedException {
    Execution completion = Execution.of("completion");
    assertThat(completion.code()).isZero();
    Path script = Files.writeString(folder.resolve("completion"), completion.out());
    assertThat(bash("-n", script.toString())).isZero();
    assertThat(bash("-c", "source '" + script + "' && complete -p evo")).isZero();
  }

  private int bash(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start()
        .waitFor();
  }

  @Test
  void doctor_checksTheMachineAndEveryBackend() {
    Execution doctor = Execution.of("doctor", "--results", folder.toString());
    assertThat(doctor.code()).isLessThan(2);
    assertThat(doctor.out())
        .contains("Java", "git", "disk", "results", "backend cpu", "backend cuda", "C compiler")
        .containsPattern("(?m)^backend cuda(: no NVIDIA GPU: .*docker run --gpus all\\)\\.)?$")
        .contains(doctor.code() == 0 ? "Ready: evo can run on" : "Not ready");
    assertThat(doctor.err()).isEmpty();
  }

  @Test
  void check_ofAJob_saysWhereItsGateIsWeakAndWhatToWrite() throws IOException {
    Path weak = folder.resolve("evo.yaml");
    Files.writeString(
        weak, "kernel: %s\ngate: {input_sets: 1}\n".formatted(kernels().resolve("gemm")));
    Execution check = Execution.of("check", "--device", "cuda", "--config", weak.toString());
    assertThat(check.out())
        .containsPattern(
            "warning +input sets on cuda +one set of random inputs.*\\R +→ gate: \\{input_sets: 2}"
                + " in evo.yaml")
        .containsPattern("warning +input sets on cpu")
        .containsPattern(
            "warning +fuzzed shapes on cpu +none.*\\R +→ gate: \\{fuzz: 3} in evo.yaml")
        .doesNotContainPattern("warning +special inputs")
        .doesNotContainPattern("warning +tolerance");

    Files.writeString(
        weak,
        "kernel: %s\ngate: {fuzz: 3, sanitizer: finalists}\n"
            .formatted(kernels().resolve("softmax")));
    assertThat(Execution.of("check", "--device", "cuda", "--config", weak.toString()).out())
        .containsPattern(
            "ok +correctness gate on cpu +2 input sets, special inputs \\[large, tiny, constant,"
                + " -inf]")
        .doesNotContain("warning ");
  }

  private static Path kernels() {
    return Path.of("..", "kernels").toAbsolutePath().normalize();
  }

  @Test
  void doctor_ofResultsThatAreAFile_isNotContent() throws IOException {
    Path file = Files.createFile(folder.resolve("results"));
    Execution doctor = Execution.of("doctor", "--results", file.toString());
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out()).contains("missing  results", "is not writable", "Not ready");
  }
}
