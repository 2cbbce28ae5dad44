package dev.evokernel.cli;

import module java.base;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Options that a module adds to a command. Implementations carry picocli's annotations; each call
 * of the command gets a new instance.
 */
public sealed interface ExtensionOptions permits RunOptions, ActionOptions {

  /** Name of the command, such as {@code run}. */
  String command();

  /** Adds the options of all modules to the subcommands that they name. */
  static void extend(CommandLine evo) {
    for (Class<? extends ExtensionOptions> kind : List.of(RunOptions.class, ActionOptions.class)) {
      for (ExtensionOptions options : ServiceLoader.load(kind)) {
        Optional.ofNullable(evo.getSubcommands().get(options.command()))
            .map(CommandLine::getCommandSpec)
            .ifPresent(
                command ->
                    command.addMixin(
                        options.getClass().getName(), CommandSpec.forAnnotatedObject(options)));
      }
    }
  }

  /** Options of one kind that modules have added to a command. */
  static <T extends ExtensionOptions> List<T> of(CommandSpec command, Class<T> kind) {
    return command.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
