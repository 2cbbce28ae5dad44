package dev.evokernel.imports.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo init}. */
public final class InitEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "init";
  }

  @Override
  public Class<?> type() {
    return InitCommand.class;
  }
}
