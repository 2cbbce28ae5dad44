package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.comparison.BaselineRound;
import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.report.BaselineReport;
import dev.evokernel.report.Units;
import dev.evokernel.spec.Host;
import dev.evokernel.store.BaselineSession;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredBaseline;
import dev.evokernel.store.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo baseline}. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description =
        "Measures what people would otherwise use: the libraries that kernel.yaml lists under"
            + " 'baselines', on the same shapes and inputs, checked against the reference and"
            + " sampled as candidates are.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:at least one baseline computes the same and was measured",
      "1:none was: the table says why",
      "2:bad input, the kernel has no baselines, or the machine lacks something"
    })
final class BaselineCommand implements Callable<Integer> {

  private static final long SEED = 42;

  @Mixin private KernelOptions kernel = new KernelOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      split = ",",
      description = "Some of the kernel's baselines (default: all).")
  private List<String> names = List.of();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the results go (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Option(
      names = "--recorded",
      description = "Measures nothing: shows what was measured last, here or in a run's finals.")
  private boolean recorded;

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private DeviceOptions lock = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Target target = kernel.target(results);
    List<Baseline> chosen = chosen(target);
    BaselineReport report = recorded ? remembered(target, chosen) : measured(target, chosen);
    output.print(spec, report.text(), report.json(), report.markdown());
    return report.readings().stream().anyMatch(BaselineReading::isRight) ? 0 : 1;
  }

  private List<Baseline> chosen(Target target) {
    List<Baseline> known = target.kernel().baselines();
    if (known.isEmpty()) {
      throw new BadInputException(
          "%s has no baselines for the backend '%s'. List some under 'baselines', see docs/baselines.md."
              .formatted(
                  RunCommand.shown(target.kernel().file()), target.devices().backend().name()));
    }
    List<String> all = known.stream().map(Baseline::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new BadInputException(
            "--name: the kernel '%s' has no baseline '%s'. %s"
                .formatted(target.kernel().name(), name, Spelling.advice(name, all)));
      }
    }
    return known.stream().filter(one -> names.isEmpty() || names.contains(one.name())).toList();
  }

  private BaselineReport measured(Target target, List<Baseline> chosen)
      throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (ResultStore store = ResultStore.open(results.resolve(ResultStore.FILE_NAME));
        var _ =
            lock.hold(
                target.devices(),
                () -> "baseline of " + target.kernel().name(),
                Instant.now(),
                results,
                news -> say(err, news));
        TemporaryFolder scratch = TemporaryFolder.make()) {
      BaselineRound round =
          BaselineRound.hold(
              venue(target, scratch.folder()), target.kernel(), chosen, news -> say(err, news));
      store.recordBaselines(sitting(target), round.workloads(), round.readings());
      return report(
          target,
          store,
          "Measured one after the other, each by itself.",
          round.workloads(),
          round.readings());
    }
  }

  private BaselineReport remembered(Target target, List<Baseline> chosen) {
    List<String> wanted = chosen.stream().map(Baseline::name).toList();
    try (ResultStore store = RegressionGate.store(results)) {
      var latest = new LinkedHashMap<String, StoredBaseline>();
      store.baselines(target.kernel().name(), target.devices().device().model()).stream()
          .filter(one -> wanted.contains(one.reading().baseline()))
          .filter(one -> target.shapes().contains(one.workload().shape()))
          .forEach(
              one ->
                  latest.putIfAbsent(one.reading().baseline() + "/" + one.reading().shape(), one));
      if (latest.isEmpty()) {
        throw new BadInputException(
            "No baseline of %s was measured yet. Leave --recorded out."
                .formatted(target.subject()));
      }
      Instant eldest =
          latest.values().stream()
              .map(one -> one.session().when())
              .min(Instant::compareTo)
              .orElseThrow();
      List<Workload> workloads =
          target.shapes().stream().flatMap(shape -> workload(latest.values(), shape)).toList();
      return report(
          target,
          store,
          "Recorded, the eldest on %s; nothing was measured now."
              .formatted(Units.minute(eldest, ZoneId.systemDefault())),
          workloads,
          latest.values().stream().map(StoredBaseline::reading).toList());
    }
  }

  private static Stream<Workload> workload(Collection<StoredBaseline> stored, Shape shape) {
    return stored.stream()
        .map(StoredBaseline::workload)
        .filter(one -> one.shape().equals(shape))
        .limit(1);
  }

  private BaselineReport report(
      Target target,
      ResultStore store,
      String how,
      List<Workload> workloads,
      List<BaselineReading> readings) {
    return new BaselineReport(
        target.subject(),
        how,
        workloads,
        readings,
        store.finals(target.kernel().name(), target.devices().device().model()),
        command(target));
  }

  private BaselineSession sitting(Target target) {
    return new BaselineSession(
        target.kernel().name(),
        target.devices().backend().name(),
        target.devices().device(),
        Host.name(),
        Version.text(),
        Instant.now());
  }

  private ComparisonSetup venue(Target target, Path logs) {
    return new ComparisonSetup(
        target.devices().backend(),
        target.devices().device(),
        target.shapes(),
        results.resolve("cache"),
        logs,
        target.inputSeeds(),
        target.timeouts().compile(),
        target.timeouts().evaluation(),
        SEED);
  }

  private String command(Target target) {
    return "./evo baseline %s%s%s --results %s"
        .formatted(
            kernel.words(target.devices().device().id()),
            names.isEmpty() ? "" : " --name " + String.join(",", names),
            recorded ? " --recorded" : "",
            RunCommand.shown(results));
  }
}
