package dev.evokernel.lab.command;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of the laboratory. */
public final class LabCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("bench", BenchCommand.class);
  }
}
