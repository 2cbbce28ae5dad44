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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command {@code evo}. */
@Command(
    name = "evo",
    description = "Finds the fastest correct configuration of a kernel, and the evidence for it.",
    mixinStandardHelpOptions = true,
    versionProvider = Evo.Version.class,
    footer = {"", "Start here: evo doctor, then evo run. More about a command: evo help COMMAND"})
public final class Evo {

  private static final int NAMES = 13;

  private static final Set<String> VERSION = Set.of("--version", "-V");

  private static final List<Class<? extends ExtensionCommand>> EXTENSIONS = ExtensionCommand.all();

  /** Commands by their group, in the order of the help. */
  private static final SequencedMap<String, List<Class<?>>> GROUPS = groups();

  private static final Map<String, Class<?>> COMMANDS =
      Stream.concat(
              GROUPS.values().stream().flatMap(List::stream),
              EXTENSIONS.stream().filter(ExtensionCommand::isAlone))
          .collect(Collectors.toMap(ExtensionCommand::name, command -> command));

  private Evo() {}

  private static SequencedMap<String, List<Class<?>>> groups() {
    var groups = new LinkedHashMap<String, List<Class<?>>>();
    group(groups, "Tune a kernel", RunCommand.class, CheckCommand.class, NightCommand.class);
    group(groups, "Read results", LeaderboardCommand.class, ShowCommand.class, ReportCommand.class);
    group(
        groups,
        "Compare and explain",
        CompareCommand.class,
        GateCommand.class,
        BaselineCommand.class,
        AblateCommand.class,
        RooflineCommand.class,
        LaunchCommand.Profile.class,
        LaunchCommand.Sanitize.class);
    group(groups, "Ship", ExportCommand.class);
    group(groups, "Keep results", RunsCommand.class);
    group(
        groups, "This machine", DoctorCommand.class, SchemaCommand.class, CompletionCommand.class);
    EXTENSIONS.stream()
        .filter(command -> ExtensionCommand.parent(command).isEmpty())
        .forEach(command -> group(groups, ExtensionCommand.group(command), command));
    return groups;
  }

  private static void group(Map<String, List<Class<?>>> groups, String name, Class<?>... commands) {
    groups.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(List.of(commands));
  }

  /** Commands by group, each with its subcommands and the first line of its description. */
  private static String list(CommandLine.Help help) {
    var text = new StringBuilder();
    GROUPS.forEach(
        (group, commands) -> {
          text.append("%n%s%n".formatted(group));
          for (Class<?> command : commands) {
            String name = ExtensionCommand.name(command);
            CommandLine.Help own = Objects.requireNonNull(help.subcommands().get(name));
            String line =
                Stream.of(own.commandSpec().usageMessage().description()).findFirst().orElse("");
            String parts = String.join(", ", own.subcommands().keySet());
            text.append("  ")
                .append(help.colorScheme().commandText(name))
                .append(" ".repeat(Math.max(1, NAMES - name.length())))
                .append(line.replaceFirst("\\.$", parts.isEmpty() ? "" : " (" + parts + ")"))
                .append(System.lineSeparator());
          }
        });
    return text.toString();
  }

  /** Adds to a command, and to its subcommands, what the help of every command has. */
  private static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
    if (!spec.usageMessage().exitCodeList().isEmpty()) {
      spec.usageMessage().exitCodeListHeading("%nExit codes:%n");
    }
    command.getSubcommands().values().forEach(Evo::complete);
  }

  /** Prints help, acts by the first added options that were given, or runs the command. */
  private static int execute(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    if (!parsed.unmatched().isEmpty()) { // Picocli ignores them before an option for help.
      throw new UnmatchedArgumentException(commands.getFirst(), parsed.unmatched());
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    CommandSpec last = commands.getLast().getCommandSpec();
    for (ExtensionOptions options : ExtensionOptions.of(last)) {
      Optional<Integer> instead;
      try {
        instead = options.call(last);
      } catch (RuntimeException e) {
        throw new ExecutionException(commands.getLast(), String.valueOf(e.getMessage()), e);
      }
      if (instead.isPresent()) {
        return instead.get();
      }
    }
    return new RunLast().execute(parsed);
  }

  /** The word that is no option and no command; null where another word is wrong. */
  private static @Nullable String unknown(ParameterException exception) {
    return exception instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().getFirst()
        : exception.getArgSpec() == null ? exception.getValue() : null;
  }

  private static Optional<String> near(String unknown, CommandLine command) {
    return Spelling.nearest(
        unknown.replaceFirst("=.*", ""),
        unknown.startsWith("-")
            ? command.getCommandSpec().optionsMap().keySet()
            : command.getSubcommands().keySet());
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
    EXTENSIONS.stream()
        .filter(ExtensionCommand::isAlone)
        .flatMap(
            command ->
                Stream.ofNullable(commandLine.getSubcommands().get(ExtensionCommand.name(command))))
        .forEach(alone -> alone.getCommandSpec().usageMessage().hidden(true));
    commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Evo::list);
    ExtensionOptions.extend(commandLine);
    commandLine.getSubcommands().values().forEach(Evo::complete);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(new Failures());
    commandLine.setExecutionStrategy(Evo::execute);
    commandLine.setParameterExceptionHandler(
        (exception, rejected) -> {
          CommandLine command = exception.getCommandLine();
          PrintWriter err = command.getErr();
          String unknown = unknown(exception);
          boolean isCommand =
              unknown != null && command.getParent() == null && !unknown.startsWith("-");
          err.println(
              "evo: "
                  + (isCommand
                      ? "There is no command '%s'.".formatted(unknown)
                      : exception.getMessage()));
          err.println(
              Optional.ofNullable(unknown)
                  .flatMap(word -> near(word, command))
                  .map("Did you mean: %s?"::formatted)
                  .orElse(
                      "For help, run: " + command.getCommandSpec().qualifiedName() + " --help"));
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
