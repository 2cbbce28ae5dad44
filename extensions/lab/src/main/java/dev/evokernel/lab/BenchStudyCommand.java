package dev.evokernel.lab;

import dev.evokernel.cli.DeviceOptions;
import dev.evokernel.cli.News;
import dev.evokernel.cli.ReportOptions;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.store.Answer;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.Interruption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "study",
    description =
        "Runs jobs, each with several random seeds, and prints the answer of a query on their"
            + " results. Run it again after an interruption: it continues.")
final class BenchStudyCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description = "The study: its jobs, seeds and query (docs/from-other-tuners.md#studies).")
  private Path file = Path.of("");

  @Mixin private DeviceOptions device = new DeviceOptions();
  @Mixin private ReportOptions output = new ReportOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Study study = Study.read(file);
    try (var _ = new Interruption(Thread.currentThread()::interrupt)) {
      Answer answer = study.hold(device.reservation(), News.of(spec));
      output.print(spec, report(answer));
    }
    return 0;
  }

  private Report report(Answer answer) {
    var table = Table.builder();
    answer.columns().forEach(table::quantity);
    answer
        .rows()
        .forEach(row -> table.row(row.stream().map(v -> Objects.toString(v, "")).toList()));
    return () ->
        Document.framed(
            List.of("Study " + Launcher.path(file)),
            List.of(table.build()),
            Launcher.command("bench study " + Launcher.path(file)),
            new Data.Records(answer.columns(), answer.rows()));
  }
}
