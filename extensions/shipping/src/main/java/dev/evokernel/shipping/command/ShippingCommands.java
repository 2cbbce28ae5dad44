package dev.evokernel.shipping.command;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of shipping. */
public final class ShippingCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("dispatch", DispatchCommand.class);
  }
}
