package dev.evokernel.lab;

import dev.evokernel.cli.ExtensionCommand;
import picocli.CommandLine.Command;

/** {@code evo bench}: a subcommand for each measured part of evo. */
@Command(
    name = "bench",
    description = "Measures evo itself: how fast its parts are, without tuning a kernel.",
    subcommands = {
      // One a line, in the order of the help.
      BenchSearchCommand.class,
      BenchScoreCommand.class,
      BenchGateCommand.class,
      BenchStudyCommand.class,
    })
public final class BenchCommand implements ExtensionCommand {}
