package dev.evokernel.cli;

import java.util.Optional;
import java.util.function.IntSupplier;
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

  /**
   * Acts by the first of the added options that were given.
   *
   * @return the exit code; empty if none was given
   */
  static Optional<Integer> instead(CommandSpec spec) {
    return ExtensionOptions.of(spec, ActionOptions.class).stream()
        .flatMap(options -> options.call(spec).stream())
        .findFirst();
  }

  /** Acts by {@link #instead}; otherwise as usual. */
  static int call(CommandSpec spec, IntSupplier usual) {
    return instead(spec).orElseGet(usual::getAsInt);
  }
}
