package dev.evokernel.lab;

import dev.evokernel.cli.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo bench}: a subcommand for each measured part of evo. */
@ExtensionCommand.Group("This machine")
@Command(
    name = "bench",
    description = "Measures evo itself.",
    subcommands = {
      // One a line, in the order of the help.
      BenchSearchCommand.class,
      BenchScoreCommand.class,
      BenchGateCommand.class,
      BenchStudyCommand.class,
    })
public final class BenchCommand implements ExtensionCommand {}
