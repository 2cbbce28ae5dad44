package dev.evokernel.cli.extension;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Options that a module adds to a command. Implementations carry picocli's annotations; each call
 * of the command gets a new instance.
 */
public sealed interface ExtensionOptions permits RunOptions, ActionOptions {

  /** Name of the command, such as {@code run}. */
  String command();

  /** Creates the options of one kind for a command. */
  static <T extends ExtensionOptions> List<T> of(String command, Class<T> kind) {
    return ServiceLoader.load(kind).stream()
        .map(ServiceLoader.Provider::get)
        .filter(options -> options.command().equals(command))
        .toList();
  }
}
