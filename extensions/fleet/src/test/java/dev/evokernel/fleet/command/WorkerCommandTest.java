package dev.evokernel.fleet.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input of a worker, which is told in one line before anything is locked or connected. */
final class WorkerCommandTest {

  @TempDir Path folder;

  private void isRefused(String why, String... more) {
    var words = new ArrayList<>(List.of("worker", "--join", "evo://127.0.0.1:1"));
    words.addAll(List.of("--device", "cpu", "--folder", folder.resolve("worker").toString()));
    words.addAll(List.of(more));
    Execution refused = Execution.of(words.toArray(String[]::new));
    assertThat(refused.code()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err().lines()).hasSize(1).first().asString().contains(why);
    assertThat(folder.resolve("worker")).doesNotExist();
  }

  @Test
  void secret_thatIsMissing_isTold() {
    String file = folder.resolve("none").toString();
    isRefused("Cannot read the fleet's secret in " + file + ". Copy the file", "--secret", file);
  }

  @Test
  void name_withATerminalCommand_isTold() {
    isRefused("--name must have 1 to 200 printable characters", "--name", "\u001b[2Jnode");
  }
}
