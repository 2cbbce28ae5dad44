package dev.evokernel.cli.options;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Options for the format of a report and its file. */
public final class ReportOptions {

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private OutOption out = new OutOption();

  public void print(CommandSpec spec, String text, String json, String markdown) {
    out.print(spec, format.choose(() -> text, () -> json, () -> markdown), text);
  }
}
