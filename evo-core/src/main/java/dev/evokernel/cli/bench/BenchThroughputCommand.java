package dev.evokernel.cli.bench;

import dev.evokernel.bench.study.Throughput;
import dev.evokernel.bench.study.ThroughputReport;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.cli.options.TimeConverter;
import dev.evokernel.config.Durations;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench throughput}. */
@Command(
    name = "throughput",
    mixinStandardHelpOptions = true,
    description =
        "How many configurations a minute are compiled, checked and timed: by a search with a cold"
            + " cache, again with a warm one, and one after the other with neither cache nor"
            + " overlap, as a plain tuner would.")
final class BenchThroughputCommand implements Callable<Integer> {

  private static final Duration USUAL = Duration.ofSeconds(60);

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "How long the search with the cold cache may take (default: 60s, unless --evaluations"
              + " bounds it).")
  private @Nullable Duration wall;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "How many configurations the search may evaluate.")
  private @Nullable Long evaluations;

  @Option(
      names = "--serial-evaluations",
      paramLabel = "N",
      defaultValue = "24",
      description =
          "How many of them are evaluated one after the other, at even distances (default:"
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
    Consumer<String> news = News.of(spec);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run = options.spec(budget, temporary.folder());
      try (var _ = options.hold(run, news)) {
        Throughput.Result result =
            new Throughput(run, temporary.folder(), news).measure(search, serial);
        var report =
            new ThroughputReport(
                result,
                BenchOptions.subject(run),
                options.command("throughput", run, bounds()),
                options.seed());
        options.print(spec.commandLine().getOut(), report::text, report::json, report::markdown);
      }
    }
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
