package dev.evokernel.cli.extension;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Options with which a command does something else than usual, as {@code doctor --self-test}. */
public non-sealed interface ActionOptions extends ExtensionOptions {

  /**
   * Acts in the command's place.
   *
   * @param spec the command; its mixins and parsed options are the ones of this call
   * @return the exit code; empty if the options were not given, and the command acts
   */
  Optional<Integer> call(CommandSpec spec);
}
