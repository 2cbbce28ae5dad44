package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of a fleet. */
public final class FleetCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of(
        "fleet",
        FleetCommand.class,
        "worker",
        WorkerCommand.class,
        "bench chaos",
        BenchChaosCommand.class,
        "bench scale",
        BenchScaleCommand.class);
  }
}
