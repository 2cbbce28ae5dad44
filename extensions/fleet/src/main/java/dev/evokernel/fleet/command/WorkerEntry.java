package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo worker}. */
public final class WorkerEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "worker";
  }

  @Override
  public Class<?> type() {
    return WorkerCommand.class;
  }
}
