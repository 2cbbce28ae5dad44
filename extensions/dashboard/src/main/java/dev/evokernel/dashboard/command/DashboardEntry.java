package dev.evokernel.dashboard.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo dashboard}. */
public final class DashboardEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "dashboard";
  }

  @Override
  public Class<?> type() {
    return DashboardCommand.class;
  }
}
