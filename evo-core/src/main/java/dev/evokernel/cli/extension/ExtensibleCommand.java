package dev.evokernel.cli.extension;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command to which modules may add options. */
public interface ExtensibleCommand {

  /** The added options, one instance each. */
  List<? extends ExtensionOptions> extensions();

  /** Makes the added options part of a command that is extensible; leaves others as they are. */
  static void extend(CommandLine command) {
    if (command.getCommand() instanceof ExtensibleCommand extensible) {
      for (ExtensionOptions options : extensible.extensions()) {
        command
            .getCommandSpec()
            .addMixin(options.getClass().getName(), CommandSpec.forAnnotatedObject(options));
      }
    }
  }
}
