package dev.evokernel.shipping.command;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo dispatch}. */
public final class DispatchEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "dispatch";
  }

  @Override
  public Class<?> type() {
    return DispatchCommand.class;
  }
}
