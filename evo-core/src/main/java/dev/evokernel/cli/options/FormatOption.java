package dev.evokernel.cli.options;

import dev.evokernel.report.render.Report;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The format of what a command prints. */
public final class FormatOption {

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  /** The option of a command that has it as a mixin named {@code format}. */
  public static FormatOption of(CommandSpec spec) {
    return (FormatOption) spec.mixins().get("format").userObject();
  }

  /** In the format that was asked for; text as it suits the terminal. */
  public String of(Report report, boolean isVerbose) {
    return choose(() -> report.text(Terminal.style(isVerbose)), report::json, report::markdown);
  }

  /** Only that which was asked for is made. */
  public String choose(Supplier<String> text, Supplier<String> json, Supplier<String> markdown) {
    return switch (format) {
      case TEXT -> text.get();
      case JSON -> json.get();
      case MARKDOWN -> markdown.get();
    };
  }
}
