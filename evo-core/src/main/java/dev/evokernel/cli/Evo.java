package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Spelling;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.seeding.UnusableSuggestionsException;
import dev.evokernel.space.EmptySpaceException;
import dev.evokernel.space.IntractableSpaceException;
import dev.evokernel.space.UndefinedConstraintException;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.EvoVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command {@code evo}. */
@Command(
    name = "evo",
    description = "Finds the fastest correct configuration of a kernel, and the evidence for it.",
    mixinStandardHelpOptions = true,
    versionProvider = Evo.Version.class,
    footer = {
      "",
      "Start here:  evo doctor            check this machine",
      "             evo run               run the job in evo.yaml",
      "             evo leaderboard       show the best configurations",
      "",
      "Completion:  source <(evo completion)"
    })
public final class Evo {

  private static final Set<String> VERSION = Set.of("--version", "-V");

  private static final List<Class<? extends ExtensionCommand>> EXTENSIONS = ExtensionCommand.all();

  /** Commands by name in the order of the help; commands of modules come last. */
  private static final Map<String, Class<?>> COMMANDS = commands();

  private Evo() {}

  private static Map<String, Class<?>> commands() {
    var commands = new LinkedHashMap<String, Class<?>>();
    commands.put("run", RunCommand.class);
    commands.put("check", CheckCommand.class);
    commands.put("schema", SchemaCommand.class);
    commands.put("leaderboard", LeaderboardCommand.class);
    commands.put("show", ShowCommand.class);
    commands.put("night", NightCommand.class);
    commands.put("runs", RunsCommand.class);
    commands.put("compare", CompareCommand.class);
    commands.put("gate", GateCommand.class);
    commands.put("export", ExportCommand.class);
    commands.put("report", ReportCommand.class);
    commands.put("baseline", BaselineCommand.class);
    commands.put("sanitize", LaunchCommand.Sanitize.class);
    commands.put("profile", LaunchCommand.Profile.class);
    commands.put("ablate", AblateCommand.class);
    commands.put("roofline", RooflineCommand.class);
    commands.put("doctor", DoctorCommand.class);
    commands.put("completion", CompletionCommand.class);
    EXTENSIONS.stream()
        .filter(command -> ExtensionCommand.parent(command).isEmpty())
        .forEach(command -> commands.put(ExtensionCommand.name(command), command));
    return commands;
  }

  /** Adds to a command, and to its subcommands, what the help of every command has. */
  private static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
    if (!spec.usageMessage().exitCodeList().isEmpty()) {
      spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
    }
    command.getSubcommands().values().forEach(Evo::complete);
  }

  private static Optional<String> nearOption(ParameterException exception) {
    return exception instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().stream()
            .findFirst()
            .flatMap(
                word ->
                    Spelling.nearest(
                        word.replaceFirst("=.*", ""),
                        word.startsWith("-")
                            ? exception.getCommandLine().getCommandSpec().optionsMap().keySet()
                            : exception.getCommandLine().getSubcommands().keySet()))
        : Optional.empty();
  }

  /** Runs one command and exits with its code. */
  public static void main(String... arguments) {
    Locale.setDefault(Locale.ROOT);
    CommandLine commands = commandLine(arguments.length == 0 ? "" : arguments[0]);
    Optional.ofNullable(commands.getSubcommands().get("run"))
        .map(CommandLine::<RunCommand>getCommand)
        .ifPresent(RunCommand::countFromTheStartOfTheProcess);
    commands.setOut(new TerminalWriter(commands.getOut()));
    commands.setErr(new TerminalWriter(commands.getErr()));
    System.exit(commands.execute(arguments));
  }

  static CommandLine commandLine() {
    return commandLine("");
  }

  /**
   * Command line with the commands that the first argument allows. Reading the annotations of all
   * commands takes two thirds of the time of a short command.
   *
   * @param first the first argument: a command for that command only, the option for the version
   *     for none; any other text for all commands
   */
  static CommandLine commandLine(String first) {
    var commandLine = new CommandLine(new Evo());
    if (COMMANDS.containsKey(first)) {
      commandLine.addSubcommand(COMMANDS.get(first));
    } else if (!VERSION.contains(first)) {
      COMMANDS.values().forEach(commandLine::addSubcommand);
      commandLine.addSubcommand(HelpCommand.class);
    }
    EXTENSIONS.forEach(
        command ->
            Optional.ofNullable(commandLine.getSubcommands().get(ExtensionCommand.parent(command)))
                .ifPresent(parent -> parent.addSubcommand(command)));
    ExtensionOptions.extend(commandLine);
    commandLine.getSubcommands().values().forEach(Evo::complete);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(new Failures());
    commandLine.setParameterExceptionHandler(
        (exception, rejected) -> {
          CommandLine command = exception.getCommandLine();
          PrintWriter err = command.getErr();
          err.println("evo: " + exception.getMessage());
          Optional<String> near = nearOption(exception);
          if (near.isPresent()) {
            err.println("Did you mean: " + near.get() + "?");
          } else if (!CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
            err.println("For help, run: " + command.getCommandSpec().qualifiedName() + " --help");
          }
          return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    return commandLine;
  }

  /**
   * Reports exceptions to the user: a message and exit code 2 for bad input and missing
   * requirements of the machine, 3 for a run without time, a stack trace for bugs.
   */
  static final class Failures implements IExecutionExceptionHandler {

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
          command
              .getErr()
              .println("evo: " + Printable.text(String.valueOf(exception.getMessage())));
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

  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {
        "evo " + EvoVersion.text(),
        "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
      };
    }
  }
}
