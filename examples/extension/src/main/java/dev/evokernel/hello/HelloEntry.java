package dev.evokernel.hello;

import dev.evokernel.cli.extension.ExtensionCommand;

/** Registers {@code evo hello}. */
public final class HelloEntry implements ExtensionCommand {

  @Override
  public String name() {
    return "hello";
  }

  @Override
  public Class<?> type() {
    return HelloCommand.class;
  }
}
