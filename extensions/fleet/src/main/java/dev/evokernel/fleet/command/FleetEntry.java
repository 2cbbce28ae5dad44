package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo fleet}. */
public final class FleetEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "fleet";
  }

  @Override
  public Class<?> type() {
    return FleetCommand.class;
  }
}
