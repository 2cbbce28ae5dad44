package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.cli.CheckCommand;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Tune a kernel")
@Command(
    name = "import",
    description = {
      "Creates a kernel folder from a T1 file or a Kernel Tuner script.",
      "Checks the kernel. The sources stay in place. T1 was formerly CAFF. Without expected results, the kernel is verified against its default configuration."
    },
    exitCodeList = {
      "0:the folder was created",
      "1:the folder was created, and 'evo check' found an error",
      "2:bad input; nothing was written"
    })
public final class ImportCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "A T1 file, or another file that an importer reads, and its arguments; with"
              + " --kernel-tuner the script's own arguments.")
  private List<String> words = List.of();

  @Option(
      names = "--kernel-tuner",
      paramLabel = "SCRIPT",
      description =
          "A Python script that calls kernel_tuner.tune_kernel. evo runs it with a recorder in"
              + " place of Kernel Tuner; neither Kernel Tuner nor a GPU is needed.")
  private @Nullable Path script;

  @Option(
      names = "--call",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of the script's call of tune_kernel to import (default: ${DEFAULT-VALUE}).")
  private int call = 1;

  @Option(
      names = "--python",
      paramLabel = "PROGRAM",
      defaultValue = "python3",
      description = "Python interpreter (default: ${DEFAULT-VALUE}).")
  private String python = "python3";

  @Option(
      names = "--source",
      paramLabel = "FILE",
      description = "The kernel's source, if not at the path in the T1 file.")
  private @Nullable Path source;

  @Option(
      names = "--check",
      paramLabel = "OUTPUT=CHECK",
      description =
          "Compare the sum, min or max of an output instead of its elements, if they depend on the"
              + " configuration, as partial sums of blocks do.")
  private Map<String, String> checks = Map.of();

  @Option(
      names = "--fills",
      negatable = true,
      description =
          "Replace random arrays above 1 MiB by fills of the same distribution, so that each input"
              + " set has different numbers; expected results are then omitted. --no-fills keeps the"
              + " data (default: fills, unless there are expected results).")
  private @Nullable Boolean fills;

  @Option(
      names = "--copy",
      description = "Copy the sources, with the files that they include, into the folder.")
  private boolean copied;

  @Option(names = "--unchecked", description = "End without 'evo check' of the new folder.")
  private boolean unchecked;

  @Mixin private NewFolderOption to = new NewFolderOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (script == null && words.isEmpty()) {
      throw new BadInputException(
          "Name one T1 file, or a script with --kernel-tuner SCRIPT. See evo import --help.");
    }
    checks.forEach(ImportCommand::requireCheck);
    Path file = script == null ? Path.of(words.getFirst()) : script;
    List<String> arguments = script == null ? words.subList(1, words.size()) : words;
    var options =
        new ImportOptions(
            Optional.ofNullable(source),
            checks,
            Optional.ofNullable(fills),
            arguments,
            call,
            python);
    try {
      Path folder =
          write(script == null ? Importer.of(file) : new KernelTunerImporter(), file, options, out);
      int checked = unchecked ? 0 : check(folder);
      if (checked == 0) {
        out.printf("Next: %s%n", Launcher.command("run --kernel " + Launcher.path(folder)));
      }
      out.flush();
      return checked;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInputException("Interrupted while reading " + file + "; nothing was written.");
    }
  }

  /** Runs {@code evo check} of the new folder; an error in it is not one of the import. */
  private int check(Path folder) {
    CommandLine own = spec.commandLine();
    int code =
        new CommandLine(new CheckCommand())
            .setOut(own.getOut())
            .setErr(own.getErr())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(own.getExecutionExceptionHandler())
            .execute(folder.toString());
    return code == 0 ? 0 : 1;
  }

  private static void requireCheck(String output, String check) {
    if (!Set.of("sum", "min", "max").contains(check)) {
      throw new BadInputException(
          "--check %s=%s: '%s' must be sum, min or max.".formatted(output, check, check));
    }
  }

  private Path write(Importer importer, Path file, ImportOptions options, PrintWriter out)
      throws IOException, InterruptedException {
    Path folder = to.folder(file);
    Path scratch = Files.createTempDirectory("evo-import-");
    try {
      ImportedKernel read = importer.read(file, options, scratch);
      ImportedKernel kernel = copied ? read.withSources() : read;
      ImportedFolder.write(kernel, folder);
      print(kernel, folder, out);
      return folder;
    } finally {
      Draft.delete(scratch);
    }
  }

  private static void print(ImportedKernel kernel, Path folder, PrintWriter out) {
    out.printf(
        "%s: '%s' of %s, for %s%n",
        folder.resolve("kernel.yaml"),
        kernel.entry(),
        kernel.sources().stream().map(Path::toString).collect(Collectors.joining(", ")),
        kernel.backend());
    out.printf(
        "Parameters: %s%n",
        kernel.parameters().stream().map(Parameter::name).collect(Collectors.joining(", ")));
    out.println(
        kernel.hasExpectedResults()
            ? "Results are verified against the imported expected results."
            : "No reference was imported. Results are compared with those of the default"
                + " configuration; an error in all configurations remains undetected.");
    kernel.notes().forEach(note -> out.println("Note: " + note));
  }
}
