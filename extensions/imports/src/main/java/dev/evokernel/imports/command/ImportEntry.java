package dev.evokernel.imports.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo import}. */
public final class ImportEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "import";
  }

  @Override
  public Class<?> type() {
    return ImportCommand.class;
  }
}
