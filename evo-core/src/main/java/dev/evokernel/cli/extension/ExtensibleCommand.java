package dev.evokernel.cli.extension;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Command to which modules may add options. */
public interface ExtensibleCommand {

  /** Added options, one instance each. */
  List<? extends ExtensionOptions> extensions();

  /** Adds the options to an extensible command; leaves any other command unchanged. */
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
