package dev.evokernel.cli.bench;

import dev.evokernel.bench.study.SamplingReport;
import dev.evokernel.bench.study.SamplingStudy;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.News;
import dev.evokernel.report.AtomicFile;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.TemporaryFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench sampling}. */
@Command(
    name = "sampling",
    mixinStandardHelpOptions = true,
    description =
        "What each way of sampling says of the default, how far it agrees with itself, and what"
            + " it costs: stopping rules, batches, hot and cold caches; and what racing saves.")
final class BenchSamplingCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "10",
      description = "Measurements of the default each way (default: ${DEFAULT-VALUE}).")
  private int repetitions = 10;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      defaultValue = "20",
      description = "Random configurations that race against it (default: ${DEFAULT-VALUE}).")
  private int candidates = 20;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the result there too, as Markdown.")
  private @Nullable Path out;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--repetitions", repetitions);
    Bounds.atLeast(0, "--candidates", candidates);
    Consumer<String> news = News.of(spec);
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run = options.spec(Budget.DEFAULT, temporary.folder());
      try (var _ = options.hold(run, news)) {
        SamplingStudy.Result result =
            new SamplingStudy(run, temporary.folder().resolve("cache"), news)
                .measure(repetitions, candidates);
        String more = "--repetitions %d --candidates %d".formatted(repetitions, candidates);
        var report =
            new SamplingReport(
                result, BenchOptions.subject(run), options.command("sampling", run, more));
        if (out != null) {
          AtomicFile.write(out, report.markdown());
        }
        options.print(spec.commandLine().getOut(), report::text, report::json, report::markdown);
      }
    }
    return 0;
  }
}
