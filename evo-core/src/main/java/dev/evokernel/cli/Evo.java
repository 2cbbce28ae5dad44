package dev.evokernel.cli;

import dev.evokernel.cli.bench.BenchCommand;
import java.io.PrintWriter;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The program {@code evo}. */
@Command(
    name = "evo",
    description = "Finds the fastest correct configuration of a kernel, and the evidence for it.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      RunCommand.class,
      MicrobenchCommand.class,
      LeaderboardCommand.class,
      ShowCommand.class,
      CompareCommand.class,
      GateCommand.class,
      ExportCommand.class,
      ReportCommand.class,
      BaselineCommand.class,
      SanitizeCommand.class,
      ProfileCommand.class,
      AblateCommand.class,
      RooflineCommand.class,
      DoctorCommand.class,
      BenchCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Start here:  evo doctor            is this machine ready?",
      "             evo run               the job that evo.yaml describes",
      "             evo leaderboard       what leads, and by how much",
      "",
      "Completion:  source <(evo completion)"
    })
public final class Evo {

  private Evo() {}

  /** Runs one command and exits with its code. */
  public static void main(String... arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var commandLine = new CommandLine(new Evo());
    var completion = new CommandLine(new GenerateCompletion());
    completion.setCommandName("completion");
    commandLine.addSubcommand(completion);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(new Failures());
    commandLine.setParameterExceptionHandler(
        (exception, rejected) -> {
          CommandLine command = exception.getCommandLine();
          PrintWriter err = command.getErr();
          err.println("evo: " + exception.getMessage());
          if (!CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
            err.println("Maybe look at: " + command.getCommandSpec().qualifiedName() + " --help");
          }
          return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    return commandLine;
  }
}
