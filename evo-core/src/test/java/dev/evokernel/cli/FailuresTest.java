package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class FailuresTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      new CommandLine(CommandSpec.create()).setErr(new PrintWriter(err, true));

  private int handle(Exception exception) {
    return new Evo.Failures()
        .handleExecutionException(
            exception, command, CommandLine.ParseResult.builder(command.getCommandSpec()).build());
  }

  static Stream<Exception> toldInOneLine() {
    return Stream.of(
        new EnvironmentException("There is no compiler."),
        new BadInputException("There is no compiler."),
        new ChangedDeviceException("There is no compiler."));
  }

  @ParameterizedTest
  @MethodSource("toldInOneLine")
  void handle_ofWhatAPersonCanMend_isOneLineAndCodeTwo(Exception exception) {
    assertThat(handle(exception)).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("evo: There is no compiler.%n".formatted());
  }

  @Test
  void handle_ofARunWithoutTime_isOneLineAndCodeThree() {
    assertThat(handle(new EnvironmentException("Not decided: too short.", true))).isEqualTo(3);
    assertThat(err.toString()).isEqualTo("evo: Not decided: too short.%n".formatted());
  }

  @Test
  void handle_ofTerminalCommands_takesThemOut() {
    assertThat(handle(new BadInputException("No \u001b[31mred\u001b[0m."))).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("evo: No red.%n".formatted());
  }

  @Test
  void handle_ofABug_saysSoAndWhere() {
    assertThat(handle(new IllegalStateException("Never."))).isEqualTo(1);
    assertThat(err.toString()).contains("this is a bug in evo").contains("FailuresTest");
  }
}
