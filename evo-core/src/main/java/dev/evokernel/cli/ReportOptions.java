package dev.evokernel.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a report comes out, and where. */
final class ReportOptions {

  /** How a report comes out. */
  enum Format {
    TEXT,
    JSON,
    MARKDOWN
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the report there, and its text here.")
  private @Nullable Path out;

  void print(CommandSpec spec, String text, String json, String markdown) {
    String formatted =
        switch (format) {
          case TEXT -> text;
          case JSON -> json;
          case MARKDOWN -> markdown;
        };
    ReportFile.print(spec, out, formatted, text);
  }
}
