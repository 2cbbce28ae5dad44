package dev.evokernel.cli;

import dev.evokernel.report.AtomicFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where a report goes: to the terminal, or to a file and then its text to the terminal. */
final class ReportFile {

  private ReportFile() {}

  /**
   * @param file null for the terminal alone
   * @param formatted as the user asked for it
   * @param text for people
   */
  static void print(CommandSpec spec, @Nullable Path file, String formatted, String text) {
    if (file != null) {
      AtomicFile.write(file, formatted);
    }
    PrintWriter console = spec.commandLine().getOut();
    console.print(file == null ? formatted : text);
    console.flush();
  }
}
