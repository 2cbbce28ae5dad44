package dev.evokernel.cli.options;

import dev.evokernel.report.render.Report;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The format of a command that prints rows. */
public final class RowsFormatOption {

  /** As for other reports, and lines of comma-separated values. */
  enum RowsFormat {
    TEXT,
    JSON,
    CSV,
    MARKDOWN
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private RowsFormat format = RowsFormat.TEXT;

  /** Prints a report to the terminal. */
  public void print(CommandSpec spec, Report report) {
    String text =
        switch (format) {
          case TEXT -> report.text();
          case JSON -> report.json();
          case CSV -> report.csv();
          case MARKDOWN -> report.markdown();
        };
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }
}
