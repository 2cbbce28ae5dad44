package dev.evokernel.lab.command;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.config.options.Durations;
import dev.evokernel.lab.measure.Throughput;
import dev.evokernel.lab.measure.ThroughputReport;
import dev.evokernel.spec.Budget;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench throughput}. */
@Command(
    name = "throughput",
    description =
        "Measures how many configurations per minute are compiled, verified and timed: by a search"
            + " with a cold cache, again with a warm cache, and one after the other without cache"
            + " or overlap, as in a plain tuner.")
final class BenchThroughputCommand implements Callable<Integer> {

  private static final Duration USUAL = Duration.ofSeconds(60);

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Time limit of the search with the cold cache (default: 60s, unless --evaluations is"
              + " given).")
  private @Nullable Duration wall;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "Maximum number of evaluations of the search.")
  private @Nullable Long evaluations;

  @Option(
      names = "--serial-evaluations",
      paramLabel = "N",
      description =
          "Number of configurations evaluated one after the other, spread evenly (default:"
              + " ${DEFAULT-VALUE}).")
  private int serial = 24;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(1, "--serial-evaluations", serial);
    if (evaluations != null) {
      Bounds.atLeast(1, "--evaluations", evaluations);
    }
    Duration search = wall != null ? wall : evaluations == null ? USUAL : Budget.FOREVER;
    var budget = new Budget(search, evaluations == null ? Budget.UNLIMITED : evaluations);
    ThroughputReport report =
        options.measure(
            spec,
            budget,
            null,
            (run, folder) ->
                new Throughput(run, folder, News.of(spec))
                    .measure(
                        search,
                        serial,
                        BenchOptions.subject(run),
                        options.command("throughput", run, bounds())));
    options.output().print(spec, report);
    return 0;
  }

  private String bounds() {
    return (wall == null && evaluations != null
            ? ""
            : "--wall " + Durations.text(wall == null ? USUAL : wall) + " ")
        + (evaluations == null ? "" : "--evaluations " + evaluations + " ")
        + "--serial-evaluations "
        + serial;
  }
}
