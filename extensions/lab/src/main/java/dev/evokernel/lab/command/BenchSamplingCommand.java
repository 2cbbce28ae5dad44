package dev.evokernel.lab.command;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.lab.measure.SamplingReport;
import dev.evokernel.lab.measure.SamplingStudy;
import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.RunSpec;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench sampling}. */
@Command(
    name = "sampling",
    description =
        "Compares ways of sampling by result, repeatability and cost: stopping rules, batches, hot"
            + " and cold caches. Also measures the savings of racing.")
final class BenchSamplingCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Measurements of the default in each way (default: ${DEFAULT-VALUE}).")
  private int repetitions = 10;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "Random configurations that race against the default (default: ${DEFAULT-VALUE}).")
  private int candidates = 20;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Also writes the result to this file, as Markdown.")
  private @Nullable Path out;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(2, "--repetitions", repetitions);
    Bounds.atLeast(0, "--candidates", candidates);
    SamplingReport report = options.measure(spec, Budget.DEFAULT, null, this::measure);
    if (out != null) {
      AtomicFile.write(out, report.markdown());
    }
    options.output().print(spec, report);
    return 0;
  }

  private SamplingReport measure(RunSpec run, Path folder) throws InterruptedException {
    var study = new SamplingStudy(run, folder.resolve("cache"), News.of(spec));
    String more = "--repetitions %d --candidates %d".formatted(repetitions, candidates);
    return study.measure(
        repetitions, candidates, BenchOptions.subject(run), options.command("sampling", run, more));
  }
}
