package dev.evokernel.cli;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Sanitizer;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.schedule.Plan;
import dev.evokernel.schedule.SanitizerRun;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo sanitize}. */
@Command(
    name = "sanitize",
    mixinStandardHelpOptions = true,
    description =
        "Launches one candidate under compute-sanitizer (memcheck, racecheck, initcheck, synccheck),"
            + " or on the CPU compiled with the address and undefined-behaviour sanitizers.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing was found",
      "1:a tool found something",
      "2:bad input, or the machine lacks a sanitizer"
    })
final class SanitizeCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "CANDIDATE",
      description = "RUN/NUMBER, for example latest/17; the run's own copy of the kernel is taken.")
  private String reference = "";

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Candidate candidate;
    Path folder;
    try (ResultStore store = results.open()) {
      candidate = store.candidate(reference);
      folder = store.file().resolveSibling(candidate.run());
    }
    Job job = JobReader.read(folder.resolve("evo.yaml"));
    Setting setting = Setting.of(job);
    Sanitizer sanitizer = require(setting.chosen().backend());
    Plan plan =
        RunCommand.plan(candidate.run(), job, setting, JobReader.shapes(job, setting.kernel()));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s on shape %s%nunder %s%n",
        candidate.reference(), SanitizerRun.smallest(plan), sanitizer.name());
    out.flush();
    Optional<Rejected> found = SanitizerRun.byHand(plan, sanitizer, candidate.configuration());
    out.println(found.map(Rejected::message).orElse("Nothing was found."));
    out.flush();
    return found.isPresent() ? 1 : 0;
  }

  /**
   * A backend's sanitizer.
   *
   * @throws BadInputException if this machine has none
   */
  static Sanitizer require(Backend backend) {
    return backend.sanitizer().orElseThrow(() -> new BadInputException(backend.sanitizerRemedy()));
  }
}
