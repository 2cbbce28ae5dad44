package dev.evokernel.cli.options;

import dev.evokernel.report.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where a report goes: to the terminal, or to a file and then its text to the terminal. */
public final class OutOption {

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the report there, and its text here.")
  private @Nullable Path out;

  /**
   * @param formatted in the format that was asked for
   * @param text as a terminal shows it
   */
  public void print(CommandSpec spec, String formatted, String text) {
    if (out != null) {
      AtomicFile.write(out, formatted);
    }
    PrintWriter console = spec.commandLine().getOut();
    console.print(out == null ? formatted : text);
    console.flush();
  }
}
