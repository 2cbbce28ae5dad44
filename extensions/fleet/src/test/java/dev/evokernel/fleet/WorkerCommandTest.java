package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.Test;

/** Bad input of a worker, which is told in one line before anything is locked. */
final class WorkerCommandTest {

  @Test
  void name_withATerminalCommand_isTold() {
    Execution refused = Execution.of("worker", "--device", "cpu", "--name", "\u001b[2Jnode");
    assertThat(refused.code()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("--name must have 1 to 200 printable characters");
  }
}
