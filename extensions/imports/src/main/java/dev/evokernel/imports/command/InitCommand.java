package dev.evokernel.imports.command;

import module java.base;

import dev.evokernel.cli.SchemaCommand;
import dev.evokernel.cli.extension.ExtensionCommand;
import dev.evokernel.cli.options.NewFolderOption;
import dev.evokernel.imports.outline.NewKernel;
import dev.evokernel.kernel.yaml.Launcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo init}. */
@Command(
    name = "init",
    description =
        "Creates a kernel folder from a source in C, CUDA or Triton: reads the function's"
            + " parameters and macros, and writes a kernel.yaml with its guesses marked TODO. Asks"
            + " nothing and replaces no file.",
    exitCodeList = {"0:the folder was created", "2:bad input; nothing was written"})
public final class InitCommand implements Runnable, ExtensionCommand {

  @Parameters(paramLabel = "SOURCE", description = "A file: my.c, my.cu or my.py.")
  private Path source = Path.of("");

  @Option(
      names = "--entry",
      paramLabel = "NAME",
      description = "The function to tune (default: the one named like the file, or the first).")
  private @Nullable String entry;

  @Mixin private NewFolderOption to = new NewFolderOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Path folder = to.folder(source);
    NewKernel made =
        NewKernel.of(
            source,
            folder,
            Optional.ofNullable(entry),
            SchemaCommand.modeline(SchemaCommand.Subject.KERNEL, Optional.of(folder)));
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s: '%s' of %s%n", folder.resolve("kernel.yaml"), made.function(), source);
    if (!made.others().isEmpty()) {
      out.printf("Other functions: %s (--entry NAME)%n", String.join(", ", made.others()));
    }
    out.printf("%d lines are marked '# TODO'. Edit them, then run:%n", made.todos());
    out.printf("  %s%n", Launcher.command("check " + Launcher.path(folder)));
    out.flush();
  }
}
