package dev.evokernel.cli.extension;

import java.util.List;
import java.util.ServiceLoader;

/** Command that a module adds to {@code evo}. Implementations have a public constructor. */
public interface ExtensionCommand {

  /** Word after {@code evo}, or after {@link #parent}. */
  String name();

  /** Command that has this command as a subcommand; empty for {@code evo} itself. */
  default String parent() {
    return "";
  }

  /** Class with picocli's {@code @Command} and a constructor without parameters. */
  Class<?> type();

  /** Commands on the class path, by name. */
  static List<ExtensionCommand> all() {
    return ServiceLoader.load(ExtensionCommand.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .toList();
  }
}
