package dev.evokernel.cli;

import module java.base;

import dev.evokernel.text.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option to write a report to a file, and its text to the terminal. */
public final class OutOption {

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the report to this file, and its text to the terminal.")
  private @Nullable Path out;

  public void print(CommandSpec spec, String formatted, String text) {
    if (out != null) {
      AtomicFile.write(out, formatted);
    }
    PrintWriter console = spec.commandLine().getOut();
    console.print(out == null ? formatted : text);
    console.flush();
  }
}
