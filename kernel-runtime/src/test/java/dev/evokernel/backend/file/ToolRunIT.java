package dev.evokernel.backend.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolRunIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill -9 $$",
        "echo 'gcc: fatal error: Killed signal terminated program cc1'; exit 1",
        "echo \"nvcc error   : 'cicc' died due to signal 9 (Kill signal)\"; exit 9",
        "echo 'collect2: fatal error: ld terminated with signal 9 [Killed]'; exit 1",
        "echo \"Command '['ptxas']' died with <Signals.SIGKILL: 9>.\"; exit 1",
      })
  void of_killedFromOutside_saysSo(String script) throws IOException {
    ToolRun run = ToolRun.of(List.of("sh", "-c", script), LIMIT);

    assertThat(run.killed()).isTrue();
    assertThat(run.succeeded()).isFalse();
    assertThat(run.account("cc 1.0", LIMIT))
        .startsWith("cc 1.0 was killed by signal 9 (SIGKILL) twice");
  }

  @Test
  void stillborn_killedBeforeItWasTheTool_isKilledAndNothingElseIs() {
    var killed =
        new IOException(
            "Cannot run program \"cc\": Failed to exec spawn helper: pid: 28276, signal: 9, exit"
                + " value: 0");
    var missing = new IOException("Cannot run program \"cc\": error=2, No such file or directory");

    assertThat(ToolRun.stillborn(killed))
        .hasValueSatisfying(run -> assertThat(run.killed()).isTrue());
    assertThat(ToolRun.stillborn(missing)).isEmpty();
  }

  @Test
  void of_failed_hasItsOwnWordsAndNoMore() throws IOException {
    ToolRun run = ToolRun.of(List.of("sh", "-c", "echo 'line 1: error'; exit 1"), LIMIT);

    assertThat(run.killed()).isFalse();
    assertThat(run.account("cc 1.0", LIMIT)).isEqualTo("line 1: error");
  }

  @Test
  void of_endless_saysAfterWhichTime() throws IOException {
    var limit = Duration.ofMillis(200);
    ToolRun run = ToolRun.of(List.of("sh", "-c", "echo begun; sleep 600"), limit);

    assertThat(run.killed()).isFalse();
    assertThat(run.account("cc 1.0", limit)).isEqualTo("cc 1.0 was stopped after 0.2 s. begun");
  }

  @Test
  void insisting_killedOnce_runsAgain() throws IOException {
    ToolRun run = insisting("[ $(wc -l <runs) = 2 ] || kill -9 $$; echo done");

    assertThat(run.succeeded()).isTrue();
    assertThat(run.output()).isEqualTo("done");
  }

  @Test
  void insisting_killedAgain_givesUp() throws IOException {
    assertThat(insisting("kill -9 $$").killed()).isTrue();
    assertThat(folder.resolve("runs")).content().isEqualTo("run\nrun\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill -11 $$",
        "kill -15 $$",
        "echo 'collect2: fatal error: ld terminated with signal 11 [Segmentation fault]'; exit 1",
        "echo 'clang: error: linker command failed due to signal (use -v to see invocation)'; exit 1"
      })
  void insisting_endedByAnotherSignal_runsAgainAndSaysSo(String script) throws IOException {
    ToolRun run = insisting(script);

    assertThat(run.signalled()).isTrue();
    assertThat(run.killed()).isFalse();
    assertThat(run.account("ld 2.40", LIMIT))
        .matches("(?s)ld 2.40 was ended by a signal.* twice.*");
    assertThat(folder.resolve("runs")).content().isEqualTo("run\nrun\n");
  }

  @Test
  void insisting_failed_runsOnce() throws IOException {
    assertThat(insisting("exit 1").succeeded()).isFalse();
    assertThat(folder.resolve("runs")).content().isEqualTo("run\n");
  }

  private ToolRun insisting(String script) throws IOException {
    Path file =
        Files.writeString(folder.resolve("tool"), "cd " + folder + "; echo run >>runs\n" + script);
    return ToolRun.insisting(List.of("sh", file.toString()), LIMIT);
  }
}
