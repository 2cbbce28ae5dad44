package dev.evokernel.cli.options;

import module java.base;

import dev.evokernel.cli.terminal.Terminal;
import dev.evokernel.report.render.Report;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option for the format of a report. */
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
    return choose(() -> report.text(Terminal.style(isVerbose)), report::json, report::markdown);
  }

  /** Prints a report; text is independent of the terminal. */
  public void print(CommandSpec spec, Report report) {
    spec.commandLine().getOut().print(formatted(report));
    spec.commandLine().getOut().flush();
  }

  /** Formats a report; text is independent of the terminal. */
  public String formatted(Report report) {
    return choose(report::text, report::json, report::markdown);
  }

  /** Evaluates only the supplier of the chosen format. */
  public String choose(Supplier<String> text, Supplier<String> json, Supplier<String> markdown) {
    return switch (format) {
      case TEXT -> text.get();
      case JSON -> json.get();
      case MARKDOWN -> markdown.get();
    };
  }
}
