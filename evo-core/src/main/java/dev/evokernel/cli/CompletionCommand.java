package dev.evokernel.cli;

import dev.evokernel.kernel.yaml.ShippedText;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = {
      "Prints a completion script for bash and zsh.",
      "Completes commands, options, and names of runs, kernels, shapes and devices. Enable it: source <(evo completion)"
    })
final class CompletionCommand implements Runnable {

  private static final String NAMES = "names.bash";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    CommandLine root = Evo.commandLine();
    out.print(AutoComplete.bash("evo", root));
    out.println();
    out.print(ShippedText.of(CompletionCommand.class, NAMES));
    out.flush();
  }
}
