package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.report.BaselineReport;
import dev.evokernel.spec.Host;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredBaseline;
import dev.evokernel.store.StoredBaseline.BaselineSession;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;

/** Baselines of a kernel: measured on a target's shapes, or from records. */
public record BaselineStudy(Target target, List<Baseline> baselines, String command) {

  /**
   * @throws BadInputException if the kernel has none, or lacks a named one
   */
  public static BaselineStudy of(Target target, List<String> names, String command) {
    List<Baseline> known = target.kernel().baselines();
    if (known.isEmpty()) {
      throw new BadInputException(
          "%s has no baselines for the backend '%s'. List some under 'baselines'; see docs/programs.md#a-baseline."
              .formatted(Launcher.shown(target.kernel().file()), target.backend().name()));
    }
    List<String> all = known.stream().map(Baseline::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new BadInputException(
            "--name: the kernel '%s' has no baseline '%s'. %s"
                .formatted(target.kernel().name(), name, Spelling.advice(name, all)));
      }
    }
    return new BaselineStudy(
        target,
        known.stream()
            .filter(baseline -> names.isEmpty() || names.contains(baseline.name()))
            .toList(),
        command);
  }

  /**
   * Measures and records the baselines one after the other on every shape, with the inputs,
   * reference and sampling of candidates.
   *
   * @throws EnvironmentException if the machine or the reference fails
   */
  public BaselineReport measure(DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    try (ResultStore store = ResultStore.open(target.results().resolve(ResultStore.FILE_NAME));
        var _ = reservation.hold(target, "baseline", news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      Path file = target.kernel().file();
      var setup = ComparisonSettings.DEFAULT.setup(target, temporary.folder(), news);
      news.accept("checking the reference");
      PreparedReference reference;
      try (CompileWorker compiler = setup.compiler(file, "compile-1")) {
        reference = compiler.reference();
      }
      var readings = new ArrayList<BaselineReading>();
      List<Workload> workloads;
      try (DeviceWorker device = setup.process(file, reference)) {
        for (Baseline baseline : baselines) {
          news.accept("measuring " + baseline.name());
          readings.addAll(device.baseline(baseline.name()));
        }
        workloads = Workload.of(target.kernel(), target.shapes(), device.limits());
      }
      store.recordBaselines(session(), workloads, readings);
      return report(
          store, "Measured one after the other, without interleaving.", workloads, readings);
    }
  }

  /**
   * Latest reading of each baseline on each shape, by this command or by the finals of a run.
   *
   * @throws BadInputException if there is no reading
   */
  public BaselineReport recorded() {
    List<String> wanted = baselines.stream().map(Baseline::name).toList();
    try (ResultStore store = RegressionGate.store(target.results())) {
      var latest = new LinkedHashMap<String, StoredBaseline>();
      store.baselines(target.kernel().name(), target.device().model()).stream()
          .filter(stored -> wanted.contains(stored.reading().baseline()))
          .filter(stored -> target.shapes().contains(stored.workload().shape()))
          .forEach(
              stored ->
                  latest.putIfAbsent(
                      stored.reading().baseline() + "/" + stored.reading().shape(), stored));
      if (latest.isEmpty()) {
        throw new BadInputException(
            "No baseline of %s is recorded yet. Omit --recorded to measure."
                .formatted(target.subject()));
      }
      Instant eldest =
          latest.values().stream()
              .map(stored -> stored.session().when())
              .min(Instant::compareTo)
              .orElseThrow();
      return report(
          store,
          "Recorded, the oldest on %s; nothing was measured now."
              .formatted(Units.minute(eldest, ZoneId.systemDefault())),
          target.shapes().stream().flatMap(shape -> workload(latest.values(), shape)).toList(),
          latest.values().stream().map(StoredBaseline::reading).toList());
    }
  }

  private static Stream<Workload> workload(Collection<StoredBaseline> stored, Shape shape) {
    return stored.stream()
        .map(StoredBaseline::workload)
        .filter(workload -> workload.shape().equals(shape))
        .limit(1);
  }

  private BaselineReport report(
      ResultStore store, String how, List<Workload> workloads, List<BaselineReading> readings) {
    return new BaselineReport(
        target.subject(),
        how,
        workloads,
        readings,
        store.leaderboard().finalists(target.kernel().name(), target.device().model()),
        command);
  }

  private BaselineSession session() {
    return new BaselineSession(
        target.kernel().name(),
        target.backend().name(),
        target.device(),
        Host.name(),
        EvoVersion.text(),
        Instant.now());
  }
}
