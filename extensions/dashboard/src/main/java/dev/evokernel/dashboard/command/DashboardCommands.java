package dev.evokernel.dashboard.command;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of the dashboard. */
public final class DashboardCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("dashboard", DashboardCommand.class);
  }
}
