package dev.evokernel.cli;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.seeding.UnusableSuggestionsException;
import dev.evokernel.space.binding.EmptySpaceException;
import dev.evokernel.space.binding.IntractableSpaceException;
import dev.evokernel.space.binding.UndefinedConstraintException;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.tuning.device.BadInputException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Reports exceptions to the user: a message and exit code 2 for bad input and missing requirements
 * of the machine, 3 for a run without time, a stack trace for bugs.
 */
final class Failures implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    return switch (exception) {
      case EnvironmentException _,
          BadInputException _,
          ChangedDeviceException _,
          InvalidFileException _,
          EmptySpaceException _,
          IntractableSpaceException _,
          UndefinedConstraintException _,
          UnknownRecordException _,
          UnusableSuggestionsException _ -> {
        command.getErr().println("evo: " + Printable.text(String.valueOf(exception.getMessage())));
        yield exception instanceof EnvironmentException environment && environment.isUndecided()
            ? RunCommand.UNDECIDED
            : ExitCode.USAGE;
      }
      case InterruptedException _ -> {
        command.getErr().println("evo: interrupted before the first evaluation.");
        yield 130;
      }
      default -> {
        command.getErr().println("evo: this is a bug in evo; stored results are safe.");
        exception.printStackTrace(command.getErr());
        yield ExitCode.SOFTWARE;
      }
    };
  }
}
