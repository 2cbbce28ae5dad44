package dev.evokernel.cli.extension;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Options that replace a command's action, such as {@code doctor --self-test}. */
public non-sealed interface ActionOptions extends ExtensionOptions {

  /**
   * Acts instead of the command.
   *
   * @param spec the command, with the mixins and options of this call
   * @return the exit code; empty if the options were not given and the command acts itself
   */
  Optional<Integer> call(CommandSpec spec);
}
