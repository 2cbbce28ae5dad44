package dev.evokernel.cli;

import module java.base;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a completion script for bash and zsh with commands, options, and names of runs,"
            + " kernels, shapes and devices. Enable it: source <(evo completion)")
final class CompletionCommand implements Runnable {

  private static final String NAMES = "names.bash";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    CommandLine root = Evo.commandLine();
    out.print(AutoComplete.bash("evo", root));
    out.println();
    out.print(names());
    out.flush();
  }

  private static String names() {
    try (InputStream in = CompletionCommand.class.getResourceAsStream(NAMES)) {
      Objects.requireNonNull(in, () -> "The program lacks its file " + NAMES + ".");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
