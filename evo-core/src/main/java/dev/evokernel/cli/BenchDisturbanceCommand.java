package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.bench.study.Disturbance;
import dev.evokernel.bench.study.DisturbanceReport;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.WorkerLayout;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench disturbance}. */
@Command(
    name = "disturbance",
    mixinStandardHelpOptions = true,
    description =
        "Whether compiling disturbs what is timed meanwhile: times the default again and again,"
            + " in turns while nothing compiles and while every compile worker does.")
final class BenchDisturbanceCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "One quiet and one busy measurement each (default: ${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Compile workers (default: as many as a run has).")
  private @Nullable Integer workers;

  @Option(
      names = "--niceness",
      paramLabel = "N",
      description = "Of the compile workers, 0 to 19 (default: as nice as in a run).")
  private @Nullable Integer niceness;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (rounds < 5) {
      throw new BadInputException("--rounds is at least 5, not " + rounds + ".");
    }
    if (workers != null && workers < 1) {
      throw new BadInputException("--workers is at least 1, not " + workers + ".");
    }
    if (niceness != null && (niceness < 0 || niceness > 19)) {
      throw new BadInputException("--niceness goes from 0 to 19, and is not " + niceness + ".");
    }
    PrintWriter err = spec.commandLine().getErr();
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      RunSpec plan = options.plan(Budget.DEFAULT, scratch.folder());
      try (var _ = options.hold(plan, err)) {
        int compileWorkers =
            workers != null ? workers : WorkerLayout.of(plan.backend()).compileWorkers();
        int nice = niceness != null ? niceness : Disturbance.USUAL_NICENESS;
        Disturbance.Result result =
            new Disturbance(plan, scratch.folder().resolve("cache"), activity -> say(err, activity))
                .measure(rounds, compileWorkers, nice);
        String more =
            "--rounds %d --workers %d --niceness %d".formatted(rounds, compileWorkers, nice);
        var report =
            new DisturbanceReport(
                result, BenchOptions.subject(plan), options.command("disturbance", plan, more));
        options.print(spec.commandLine().getOut(), report::text, report::json, report::markdown);
      }
    }
    return 0;
  }
}
