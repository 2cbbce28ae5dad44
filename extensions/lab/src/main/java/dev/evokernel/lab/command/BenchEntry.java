package dev.evokernel.lab.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo bench}. */
public final class BenchEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public Class<?> type() {
    return BenchCommand.class;
  }
}
