package dev.evokernel.cli;

import dev.evokernel.cli.options.LaunchOptions;
import dev.evokernel.cli.options.News;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.tuning.SanitizerStudy;
import dev.evokernel.tuning.WorkingFolder;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo sanitize}. */
@Command(
    name = "sanitize",
    mixinStandardHelpOptions = true,
    description =
        "Launches one candidate under compute-sanitizer (memcheck, racecheck, initcheck,"
            + " synccheck), or on the CPU compiled with the address and undefined-behaviour"
            + " sanitizers.",
    footer = {
      "",
      "A candidate is RUN/NUMBER, a run (its champion), or a kernel's folder (its default"
          + " configuration). That of a run is taken from the run's own copy of the kernel."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing was found",
      "1:a tool found something",
      "2:bad input, or the machine lacks a sanitizer"
    })
final class SanitizeCommand implements Callable<Integer> {

  @Mixin private LaunchOptions options = new LaunchOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SanitizerStudy.Finding finding =
        new SanitizerStudy(options.candidate(), options.reservation()).examine(News.of(spec));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s on shape %s%nunder %s%n", finding.candidate(), finding.shape(), finding.sanitizer());
    out.println(finding.found().map(Rejected::message).orElse("Nothing was found."));
    out.println();
    if (finding.found().isPresent()) {
      out.println("Details:  " + WorkingFolder.shown(finding.logs()));
    }
    out.println("Again:    " + options.command("sanitize", " --shape " + finding.shape().name()));
    out.flush();
    return finding.found().isPresent() ? 1 : 0;
  }
}
