package dev.evokernel.cli;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.RegressionCheck;
import dev.evokernel.comparison.RegressionCheck.Finding;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.study.RegressionGateReport;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Holds the present source against what the leaderboard has for this kernel and device, shape by
 * shape: the fastest configuration that any run's finals decided for.
 */
final class RegressionGate {

  /** One entry, and the shapes on which it leads. */
  record Pairing(
      List<Shape> shapes,
      List<LeaderboardEntry> entries,
      ComparedVariant base,
      ComparedVariant other) {}

  private final Target target;
  private final MeasuringOptions measuring;
  private final Challenger challenger;

  RegressionGate(Target target, MeasuringOptions measuring, Challenger challenger) {
    this.target = target;
    this.measuring = measuring;
    this.challenger = challenger;
  }

  static ResultStore store(Path results) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "There are no results in %s yet, and so nothing to compare with. Make an entry: evo run. Or name the folder: --results FOLDER"
              .formatted(RunCommand.shown(results)));
    }
    return ResultStore.openReadOnly(file);
  }

  /**
   * Who meets whom.
   *
   * @throws BadInputException if a shape has no entry, or an entry's source is gone
   */
  List<Pairing> pairings() {
    var byEntry = new LinkedHashMap<String, List<LeaderboardEntry>>();
    try (ResultStore store = store(target.results())) {
      List<LeaderboardEntry> decided =
          store.decided(target.kernel().name(), target.devices().device().model());
      for (Shape shape : target.shapes()) {
        LeaderboardEntry entry =
            decided.stream()
                .filter(one -> one.workload().shape().equals(shape))
                .findFirst()
                .orElseThrow(() -> noEntry(shape));
        byEntry
            .computeIfAbsent(entry.run() + "/" + entry.candidate(), _ -> new ArrayList<>())
            .add(entry);
      }
    }
    return byEntry.entrySet().stream()
        .map(each -> pairing(each.getKey(), each.getValue()))
        .toList();
  }

  private Pairing pairing(String name, List<LeaderboardEntry> entries) {
    LeaderboardEntry entry = entries.getFirst();
    return new Pairing(
        entries.stream().map(one -> one.workload().shape()).toList(),
        entries,
        new ComparedVariant(name, snapshot(entry), entry.configuration()),
        new ComparedVariant(
            target.folder().toString(), target.kernel(), challenger.configuration().apply(entry)));
  }

  private Kernel snapshot(LeaderboardEntry entry) {
    return KernelReader.read(
        snapshot(target.results(), entry.run(), entry.kernel()), target.devices().backend().name());
  }

  /**
   * A run's own copy of its kernel.
   *
   * @throws BadInputException if it is gone
   */
  static Path snapshot(Path results, String run, String kernel) {
    Path copy = results.resolve(run).resolve("kernel").resolve(kernel);
    if (!Files.exists(copy.resolve("kernel.yaml"))) {
      throw new BadInputException(
          "The source of run '%s' is gone: there is no %s. Bring the run's folder back, or make another run: ./evo run"
              .formatted(run, RunCommand.shown(copy)));
    }
    return copy;
  }

  private BadInputException noEntry(Shape shape) {
    return new BadInputException(
        "The leaderboard in %s has no entry for %s on shape %s that finals decided for. Make one: ./evo run --kernel %s --device %s --wall 3m"
            .formatted(
                RunCommand.shown(target.results()),
                target.subject(),
                shape,
                target.folder(),
                target.devices().device().id()));
  }

  RegressionCheck check(Pairing pairing, Path logs, Consumer<String> progress) {
    return new RegressionCheck(
        measuring.venue(target.on(pairing.shapes()), logs),
        measuring.margin(),
        target.shapes().size(),
        measuring.processes(),
        progress);
  }

  /**
   * @param logs the folder for what the processes print
   * @param command that repeats it
   * @param progress hears what is going on
   */
  RegressionGateReport check(
      List<Pairing> pairings, Path logs, String command, Consumer<String> progress)
      throws InterruptedException {
    var lines = new ArrayList<RegressionGateReport.Line>();
    for (Pairing pairing : pairings) {
      RegressionCheck check = check(pairing, logs, progress);
      InterleavedComparison meeting = check.prepare(pairing.base(), pairing.other());
      List<Finding> findings = check.check(meeting, new SplittableRandom(measuring.seed()));
      for (int i = 0; i < findings.size(); i++) {
        lines.add(
            new RegressionGateReport.Line(
                pairing.shapes().get(i), pairing.entries().get(i), findings.get(i)));
      }
    }
    return new RegressionGateReport(
        target.kernel().name(),
        target.subject(),
        "Now: %s, %s".formatted(target.folder(), challenger.name()),
        measuring.margin(),
        lines,
        command);
  }
}
