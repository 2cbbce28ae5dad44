package dev.evokernel.cli;

import module java.base;

import dev.evokernel.config.JobFile;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.text.Launcher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo schema}. */
@Command(
    name = "schema",
    description = {
      "Prints the JSON schema of an input file.",
      "Editors use it to complete and check the file."
    })
public final class SchemaCommand implements Runnable {

  public enum Subject {
    KERNEL(Kernel.class, "kernel.schema.json", "kernel-runtime"),
    JOB(JobReader.class, "evo.schema.json", "evo-core"),
    NIGHT(JobReader.class, "night.schema.json", "evo-core");

    private final Class<?> beside;
    private final String file;
    private final String module;

    Subject(Class<?> beside, String file, String module) {
      this.beside = beside;
      this.file = file;
      this.module = module;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    String text() {
      return this == JOB ? JobFile.schema() : ShippedText.of(beside, file);
    }

    Path in(Path home) {
      return home.resolve(module)
          .resolve("src/main/resources")
          .resolve(beside.getPackageName().replace('.', '/'))
          .resolve(file);
    }
  }

  @Parameters(
      arity = "0..1",
      defaultValue = "kernel",
      paramLabel = "FILE",
      description =
          "${COMPLETION-CANDIDATES}: kernel.yaml, evo.yaml or a night's file (default:"
              + " ${DEFAULT-VALUE}).")
  private Subject subject = Subject.KERNEL;

  @Option(
      names = "--modeline",
      description = "Print the first line of the file that points editors to the schema.")
  private boolean modeline;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (modeline) {
      out.println(modeline(subject, Optional.empty()));
    } else {
      out.print(subject.text());
    }
    out.flush();
  }

  /**
   * Line that names the schema in evo's folder, or next to the file if evo has none.
   *
   * @param folder of the file that gets the line, to which the name is then relative
   */
  public static String modeline(Subject subject, Optional<Path> folder) {
    Path called = Path.of(System.getProperty(Launcher.PROPERTY, "evo")).toAbsolutePath();
    Path file = subject.in(Objects.requireNonNull(called.getParent())).normalize();
    Path named =
        folder.map(from -> from.toAbsolutePath().normalize().relativize(file)).orElse(file);
    return "# yaml-language-server: $schema=" + (Files.exists(file) ? named : subject.file);
  }
}
