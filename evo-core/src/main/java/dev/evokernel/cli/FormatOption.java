package dev.evokernel.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** How something comes out. */
final class FormatOption {

  /** For people, for programs, or for a page. */
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

  /** Only that which was asked for is made. */
  String choose(Supplier<String> text, Supplier<String> json, Supplier<String> markdown) {
    return switch (format) {
      case TEXT -> text.get();
      case JSON -> json.get();
      case MARKDOWN -> markdown.get();
    };
  }
}
