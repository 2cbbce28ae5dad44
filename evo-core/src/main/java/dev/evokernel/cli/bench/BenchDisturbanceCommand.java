package dev.evokernel.cli.bench;

import dev.evokernel.bench.study.Disturbance;
import dev.evokernel.bench.study.DisturbanceReport;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import dev.evokernel.workers.WorkerLayout;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
    Bounds.atLeast(5, "--rounds", rounds);
    if (workers != null) {
      Bounds.atLeast(1, "--workers", workers);
    }
    if (niceness != null) {
      Bounds.between(0, 19, "--niceness", niceness);
    }
    Consumer<String> news = News.of(spec);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run = options.spec(Budget.DEFAULT, temporary.folder());
      try (var _ = options.hold(run, news)) {
        int compileWorkers =
            workers != null ? workers : WorkerLayout.of(run.backend()).compileWorkers();
        int nice = niceness != null ? niceness : Disturbance.USUAL_NICENESS;
        Disturbance.Result result =
            new Disturbance(run, temporary.folder().resolve("cache"), news)
                .measure(rounds, compileWorkers, nice);
        String more =
            "--rounds %d --workers %d --niceness %d".formatted(rounds, compileWorkers, nice);
        var report =
            new DisturbanceReport(
                result, BenchOptions.subject(run), options.command("disturbance", run, more));
        options.print(spec.commandLine().getOut(), report::text, report::json, report::markdown);
      }
    }
    return 0;
  }
}
