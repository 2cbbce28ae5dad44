package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.Report;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

public final class FormatOption {

  enum OutputFormat {
    TEXT,
    JSON,
    MARKDOWN
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  /** The option of a command that has it as a mixin named {@code format}. */
  public static FormatOption of(CommandSpec spec) {
    return (FormatOption) Objects.requireNonNull(spec.mixins().get("format")).userObject();
  }

  /** Formats a report; text fits the terminal. */
  public String of(Report report, boolean isVerbose) {
    return format == OutputFormat.TEXT ? report.text(Terminal.style(isVerbose)) : formatted(report);
  }

  /** Formats a report; text is independent of the terminal. */
  public String formatted(Report report) {
    return switch (format) {
      case TEXT -> report.text();
      case JSON -> report.json();
      case MARKDOWN -> report.markdown();
    };
  }

  public void print(CommandSpec spec, Report report) {
    spec.commandLine().getOut().print(formatted(report));
    spec.commandLine().getOut().flush();
  }
}
