package dev.evokernel.imports;

import module java.base;

import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.SchemaCommand;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo init}. */
@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "init",
    description = {
      "Creates a kernel folder from sources, with guesses marked TODO.",
      "Reads a function's parameters and macros in C, C++, CUDA, OpenCL or Triton, and writes a kernel.yaml. Asks nothing and replaces no file."
    },
    exitCodeList = {"0:the folder was created", "2:bad input; nothing was written"})
public final class InitCommand implements Runnable, ExtensionCommand {

  @Parameters(
      paramLabel = "SOURCE",
      arity = "1..*",
      description =
          "Files: my.c, my.cpp, my.cu, my.cl or my.py, or a header with the kernel. The first one's"
              + " language counts; headers that the files include are copied too.")
  private List<Path> sources = List.of();

  @Option(
      names = "--entry",
      paramLabel = "NAME",
      description = "The function to tune (default: the one named like the file, or the first).")
  private @Nullable String entry;

  @Option(
      names = "-I",
      paramLabel = "FOLDER",
      description = "A folder of headers; repeat the option for several.")
  private List<Path> folders = List.of();

  @Mixin private NewFolderOption to = new NewFolderOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Path folder = to.folder(sources.getFirst());
    NewKernel made =
        NewKernel.of(
            sources,
            folders,
            folder,
            Optional.ofNullable(entry),
            SchemaCommand.modeline(SchemaCommand.Subject.KERNEL, Optional.of(folder)));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s: '%s' of %s%n", folder.resolve("kernel.yaml"), made.function(), sources.getFirst());
    if (!made.others().isEmpty()) {
      out.printf("Other functions: %s (--entry NAME)%n", String.join(", ", made.others()));
    }
    made.notes().forEach(note -> out.printf("Note: %s%n", note.replaceFirst("^TODO: ", "")));
    out.printf("%d lines are marked '# TODO'. Edit them, then run:%n", made.todos());
    out.printf("  %s%n", Launcher.command("check " + Launcher.path(folder)));
    out.flush();
  }
}
