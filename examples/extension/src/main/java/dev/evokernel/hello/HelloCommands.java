package dev.evokernel.hello;

import dev.evokernel.cli.extension.ExtensionCommands;
import java.util.Map;

/** Commands of the example. */
public final class HelloCommands implements ExtensionCommands {

  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("hello", HelloCommand.class);
  }
}
