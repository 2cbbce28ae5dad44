package dev.evokernel.cli;

import dev.evokernel.config.Job;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.TuningSession;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Options that a module adds to a command. Implementations carry picocli's annotations; each call
 * of the command gets a new instance.
 */
public interface ExtensionOptions {

  /** Name of the command, such as {@code run}. */
  String command();

  /**
   * Acts instead of the command, as {@code doctor --self-test} does.
   *
   * @param spec the command, with the mixins and options of this call
   * @return the exit code; empty if the options were not given and the command acts itself
   */
  default Optional<Integer> call(CommandSpec spec) {
    return Optional.empty();
  }

  /**
   * Applies options of {@code evo run} to a job.
   *
   * @throws BadInputException if an option is invalid
   */
  default Job applyTo(Job job) {
    return job;
  }

  /** Starts a companion of {@code evo run}, and returns what ends it after the run. */
  default Runnable accompany(TuningSession session, Consumer<String> news) {
    return () -> {};
  }

  /** Adds the options of all modules to the subcommands that they name. */
  static void extend(CommandLine evo) {
    for (ExtensionOptions options : ServiceLoader.load(ExtensionOptions.class)) {
      Optional.ofNullable(evo.getSubcommands().get(options.command()))
          .map(CommandLine::getCommandSpec)
          .ifPresent(
              command ->
                  command.addMixin(
                      options.getClass().getName(), CommandSpec.forAnnotatedObject(options)));
    }
  }

  /** Options that modules have added to a command. */
  static List<ExtensionOptions> of(CommandSpec command) {
    return command.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(ExtensionOptions.class::isInstance)
        .map(ExtensionOptions.class::cast)
        .toList();
  }
}
