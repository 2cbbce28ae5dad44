package dev.evokernel.lab.command;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.lab.measure.Disturbance;
import dev.evokernel.lab.measure.DisturbanceReport;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
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
    description =
        "Measures whether concurrent compilation disturbs timings: times the default repeatedly,"
            + " alternating between idle and busy compile workers.")
final class BenchDisturbanceCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of one quiet and one busy measurement (default: ${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Number of compile workers (default: as in a run).")
  private @Nullable Integer workers;

  @Option(
      names = "--niceness",
      paramLabel = "N",
      description = "Niceness of the compile workers, 0 to 19 (default: as in a run).")
  private @Nullable Integer niceness;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(5, "--rounds", rounds);
    if (workers != null) {
      Bounds.atLeast(1, "--workers", workers);
    }
    if (niceness != null) {
      Bounds.between(0, 19, "--niceness", niceness);
    }
    options.output().print(spec, options.measure(spec, Budget.DEFAULT, null, this::measure));
    return 0;
  }

  private DisturbanceReport measure(RunSpec run, Path folder) throws InterruptedException {
    int compileWorkers =
        workers != null ? workers : WorkerLayout.of(run.backend(), 1).compileWorkers();
    int nice = niceness != null ? niceness : Disturbance.USUAL_NICENESS;
    var study = new Disturbance(run, folder.resolve("cache"), News.of(spec));
    String more = "--rounds %d --workers %d --niceness %d".formatted(rounds, compileWorkers, nice);
    return study.measure(
        rounds,
        compileWorkers,
        nice,
        BenchOptions.subject(run),
        options.command("disturbance", run, more));
  }
}
