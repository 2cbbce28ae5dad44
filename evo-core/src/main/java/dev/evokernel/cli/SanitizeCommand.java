package dev.evokernel.cli;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.LaunchOptions;
import dev.evokernel.cli.options.News;
import dev.evokernel.report.SanitizerReport;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo sanitize}. */
@Command(
    name = "sanitize",
    description =
        "Runs a candidate under compute-sanitizer (memcheck, racecheck, initcheck, synccheck), or"
            + " on the CPU with the address and undefined-behaviour sanitizers.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). A run's candidate is built from the run's own copy of the kernel."
    },
    exitCodeList = {
      "0:no findings",
      "1:a sanitizer reported an error",
      "2:bad input, or a missing sanitizer"
    })
public final class SanitizeCommand implements Callable<Integer> {

  @Mixin private LaunchOptions options = new LaunchOptions();
  @Mixin private FormatOption format = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SanitizerReport report =
        options.study().sanitize(shape -> options.command("sanitize", shape), News.of(spec));
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.of(report, false));
    out.flush();
    return report.found().isPresent() ? 1 : 0;
  }
}
