package dev.evokernel.cli;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Sanitizer;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.workers.SanitizerRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
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

  @Mixin private WatchOptions options = new WatchOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    return options.watch(
        "sanitizing", spec.commandLine().getErr(), SanitizeCommand::require, this::examine);
  }

  private int examine(WatchOptions.Scene scene, Sanitizer sanitizer) throws InterruptedException {
    ComparedVariant candidate = scene.contender();
    Shape smallest = SanitizerRun.smallest(candidate.kernel(), scene.target().shapes());
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s on shape %s%nunder %s%n", candidate.name(), smallest, sanitizer.name());
    out.flush();
    Path logs = logs(scene);
    Optional<Rejected> found =
        SanitizerRun.byHand(scene.venue(), candidate, smallest, sanitizer, logs);
    out.println(found.map(Rejected::message).orElse("Nothing was found."));
    out.println();
    if (found.isPresent()) {
      out.println("Details:  " + RunCommand.shown(logs));
    }
    out.println(
        "Again:    " + options.candidate().command("sanitize", " --shape " + smallest.name()));
    out.flush();
    return found.isPresent() ? 1 : 0;
  }

  /** What the tools wrote: with its run, or beside the runs. */
  private Path logs(WatchOptions.Scene scene) {
    CandidateOptions candidate = options.candidate();
    String fingerprint = scene.contender().configuration().fingerprint();
    return scene.side() instanceof Side.Recorded one
        ? candidate.folder(one).resolve("logs/sanitizer").resolve(fingerprint)
        : candidate.results().resolve("sanitizer").resolve(scene.target().kernel().name());
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
