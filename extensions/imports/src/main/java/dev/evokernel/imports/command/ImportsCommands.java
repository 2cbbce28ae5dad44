package dev.evokernel.imports.command;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of imports. */
public final class ImportsCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("import", ImportCommand.class, "init", InitCommand.class);
  }
}
