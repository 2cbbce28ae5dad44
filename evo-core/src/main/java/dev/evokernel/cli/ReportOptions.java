package dev.evokernel.cli;

import dev.evokernel.report.Report;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

public final class ReportOptions {

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private OutOption out = new OutOption();

  public void print(CommandSpec spec, Report report) {
    out.print(spec, format.formatted(report), report.text());
  }
}
