package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo bench scale}. */
public final class ScaleEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "scale";
  }

  @Override
  public String parent() {
    return "bench";
  }

  @Override
  public Class<?> type() {
    return BenchScaleCommand.class;
  }
}
