package dev.evokernel.cli.options;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The format of a report, and the file it goes to. */
public final class ReportOptions {

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private OutOption out = new OutOption();

  public void print(CommandSpec spec, String text, String json, String markdown) {
    out.print(spec, format.choose(() -> text, () -> json, () -> markdown), text);
  }
}
