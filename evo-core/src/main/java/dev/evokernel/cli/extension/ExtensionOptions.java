package dev.evokernel.cli.extension;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Options that a module adds to a command. The implementation carries picocli's annotations; each
 * call of the command gets an instance of its own.
 */
public sealed interface ExtensionOptions permits RunOptions, ActionOptions {

  /** The name of the command, such as {@code run}. */
  String command();

  /** New instances of the options of one kind that a command has. */
  static <T extends ExtensionOptions> List<T> of(String command, Class<T> kind) {
    return ServiceLoader.load(kind).stream()
        .map(ServiceLoader.Provider::get)
        .filter(options -> options.command().equals(command))
        .toList();
  }
}
