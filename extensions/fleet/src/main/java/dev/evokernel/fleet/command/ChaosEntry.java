package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo bench chaos}. */
public final class ChaosEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "chaos";
  }

  @Override
  public String parent() {
    return "bench";
  }

  @Override
  public Class<?> type() {
    return BenchChaosCommand.class;
  }
}
