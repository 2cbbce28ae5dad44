package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TerminalWriterTest {

  @Test
  void println_ofControlSequences_leavesOnlyColours() {
    var terminal = new StringWriter();
    new TerminalWriter(new PrintWriter(terminal))
        .println("\u001b[1;32mgood\u001b[0m\u001b[2J host\u001b]0;title\u0007\b\u009b1A.");
    assertThat(terminal).hasToString("\u001b[1;32mgood\u001b[0m host." + System.lineSeparator());
  }
}
