package dev.evokernel.cli.extension;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** Commands that a module adds to {@code evo}. Implementations have a public constructor. */
public interface ExtensionCommands {

  /**
   * Commands by the words after {@code evo}: {@code worker}, or {@code bench scale} for a
   * subcommand of another command. Each class has picocli's {@code @Command} and a constructor
   * without parameters.
   */
  Map<String, Class<?>> commands();

  /** Commands of all modules on the class path, by their words. */
  static SortedMap<String, Class<?>> all() {
    var all = new TreeMap<String, Class<?>>();
    ServiceLoader.load(ExtensionCommands.class).forEach(module -> all.putAll(module.commands()));
    return all;
  }
}
