package dev.evokernel.cli.extension;

import java.util.List;
import java.util.ServiceLoader;

/** A command that a module adds to {@code evo}. Implementations have a public constructor. */
public interface ExtensionCommand {

  /** The word after {@code evo}, or after {@link #parent}. */
  String name();

  /** The command that has this one as a subcommand; empty for {@code evo} itself. */
  default String parent() {
    return "";
  }

  /** A class with picocli's {@code @Command} and a constructor without parameters. */
  Class<?> type();

  /** Commands on the class path, by name. */
  static List<ExtensionCommand> all() {
    return ServiceLoader.load(ExtensionCommand.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .toList();
  }
}
