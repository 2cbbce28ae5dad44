package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.Report;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

public final class RowsFormatOption {

  enum RowsFormat {
    TEXT,
    JSON,
    CSV,
    MARKDOWN
  }

  @Option(
      names = "--format",
      defaultValue = "text",
      converter = Reader.class,
      description = "${COMPLETION-CANDIDATES}, in any case (default: ${DEFAULT-VALUE}).")
  private RowsFormat format = RowsFormat.TEXT;

  /** Reads a format; {@code table} is an old name of {@code text}. */
  static final class Reader implements ITypeConverter<RowsFormat> {
    @Override
    public RowsFormat convert(String text) {
      String name = text.toUpperCase(Locale.ROOT);
      try {
        return RowsFormat.valueOf(name.equals("TABLE") ? "TEXT" : name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "expected one of %s (case-insensitive) but was '%s'"
                .formatted(Arrays.toString(RowsFormat.values()), text));
      }
    }
  }

  public void print(CommandSpec spec, Report report) {
    String text =
        switch (format) {
          case TEXT -> report.text(Terminal.style(false));
          case JSON -> report.json();
          case CSV -> report.csv();
          case MARKDOWN -> report.markdown();
        };
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }
}
