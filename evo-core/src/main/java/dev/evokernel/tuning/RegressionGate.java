package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.RegressionGateReport;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the current source with the leaderboard, shape by shape. The opponent is the
 * fastest configuration that the finals of any run declared for this kernel and device.
 */
public record RegressionGate(Target target, ComparisonSettings settings, Challenger challenger) {

  /** Leaderboard entry and the shapes on which the entry leads. */
  public record Pairing(
      List<Shape> shapes,
      List<LeaderboardEntry> entries,
      ComparedVariant base,
      ComparedVariant other) {}

  public static ResultStore store(Path results) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "No results in %s to compare with. Make an entry: evo run. Or name another folder: --results FOLDER"
              .formatted(Launcher.shown(results)));
    }
    return ResultStore.openReadOnly(file);
  }

  /**
   * Pairs the source with the entries, without entries whose source was deleted.
   *
   * @throws BadInputException if no entry of a shape has a source
   */
  public List<Pairing> pairings(Consumer<String> news) {
    var byEntry = new LinkedHashMap<String, List<LeaderboardEntry>>();
    try (ResultStore store = store(target.results())) {
      List<LeaderboardEntry> decided =
          store.leaderboard().decided(target.kernel().name(), target.device().model());
      for (Shape shape : target.shapes()) {
        LeaderboardEntry entry = first(decided, shape, news);
        byEntry.computeIfAbsent(entry.reference(), _ -> new ArrayList<>()).add(entry);
      }
    }
    return byEntry.entrySet().stream()
        .map(each -> pairing(each.getKey(), each.getValue()))
        .toList();
  }

  private LeaderboardEntry first(
      List<LeaderboardEntry> decided, Shape shape, Consumer<String> news) {
    List<LeaderboardEntry> on =
        decided.stream().filter(entry -> entry.workload().shape().equals(shape)).toList();
    if (on.isEmpty()) {
      throw noEntry(shape);
    }
    return withSource(on, target.results(), news);
  }

  /** First entry that still has a source. */
  static LeaderboardEntry withSource(
      List<LeaderboardEntry> ranked, Path results, Consumer<String> news) {
    LeaderboardEntry first = ranked.getFirst();
    LeaderboardEntry entry =
        ranked.stream()
            .filter(next -> KernelFile.at(copy(results, next.run(), next.kernel())).exists())
            .findFirst()
            .orElseThrow(() -> gone(results, first.run(), first.kernel()));
    if (!entry.equals(first)) {
      news.accept(
          "note: %s: the leading entry %s/%d is skipped because its run folder is gone; using %s/%d."
              .formatted(
                  first.shape(), first.run(), first.candidate(), entry.run(), entry.candidate()));
    }
    return entry;
  }

  private Pairing pairing(String name, List<LeaderboardEntry> entries) {
    LeaderboardEntry entry = entries.getFirst();
    return new Pairing(
        entries.stream().map(led -> led.workload().shape()).toList(),
        entries,
        new ComparedVariant(name, snapshot(entry), entry.configuration()),
        new ComparedVariant(
            target.folder().toString(), target.kernel(), challenger.configuration().apply(entry)));
  }

  private Kernel snapshot(LeaderboardEntry entry) {
    return KernelFile.at(snapshot(target.results(), entry.run(), entry.kernel()))
        .read(target.backend().name());
  }

  /**
   * Folder with a run's own copy of its kernel.
   *
   * @throws BadInputException if the folder is gone
   */
  public static Path snapshot(Path results, String run, String kernel) {
    Path copy = copy(results, run, kernel);
    if (!KernelFile.at(copy).exists()) {
      throw gone(results, run, kernel);
    }
    return copy;
  }

  private static Path copy(Path results, String run, String kernel) {
    return results.resolve(run).resolve("kernel").resolve(kernel);
  }

  private static BadInputException gone(Path results, String run, String kernel) {
    return new BadInputException(
        "The source of run '%s' is gone: %s does not exist. Restore the run's folder, or remove the run and start another: %s"
            .formatted(
                run,
                Launcher.shown(copy(results, run, kernel)),
                Launcher.command("runs rm " + Printable.word(run) + Launcher.results(results))));
  }

  private BadInputException noEntry(Shape shape) {
    return new BadInputException(
        "The leaderboard in %s has no entry for %s on shape %s that was decided in finals. Make one: %s"
            .formatted(
                Launcher.shown(target.results()),
                target.subject(),
                shape,
                Launcher.command(
                    "run --kernel %s --device %s --wall 3m%s"
                        .formatted(
                            Launcher.path(target.folder()),
                            target.device().id(),
                            Launcher.results(target.results())))));
  }

  /**
   * Compiles an entry and its challenger.
   *
   * @throws EnvironmentException if they solve different problems
   */
  public InterleavedComparison compiled(
      Pairing pairing, ComparedVariant other, Path logs, Consumer<String> news)
      throws InterruptedException {
    news.accept("compiling %s and %s".formatted(pairing.base().name(), other.name()));
    return InterleavedComparison.of(
        settings.setup(target.on(pairing.shapes()), logs, news), List.of(pairing.base(), other));
  }

  /**
   * Measures an entry and its challenger interleaved, until each shape is decided.
   *
   * @throws EnvironmentException if the entry is rejected
   */
  public List<Finding> check(
      InterleavedComparison interleaved, RandomGenerator random, Consumer<String> news)
      throws InterruptedException {
    var sequential =
        new SequentialComparison(
            interleaved, settings.rule(target.shapes().size()), settings.processes(), random, news);
    return switch (sequential.settle(SequentialComparison.Question.REGRESSION)) {
      case SequentialComparison.Result.Refused(int refused, Rejected rejection) when refused == 0 ->
          throw new EnvironmentException(
              ("%s is no longer correct on this machine (%s: %s)."
                      + " Check device, driver and compiler: evo doctor")
                  .formatted(
                      interleaved.variants().getFirst().name(),
                      Candidate.reasonOf(rejection),
                      rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) ->
          interleaved.setup().shapes().stream()
              .map(shape -> Finding.of(shape.name(), rejection))
              .toList();
      case SequentialComparison.Result.Compared(var shapes) ->
          shapes.entrySet().stream()
              .map(
                  shape ->
                      Finding.of(shape.getKey(), shape.getValue(), interleaved.isSameBinary(0, 1)))
              .toList();
    };
  }

  /** Measures every pairing while holding the device. */
  public RegressionGateReport hold(
      DeviceReservation reservation, String command, Consumer<String> news)
      throws InterruptedException {
    List<Pairing> pairings = pairings(news);
    try (var _ = reservation.hold(target, "gate", news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      var lines = new ArrayList<RegressionGateReport.Line>();
      for (Pairing pairing : pairings) {
        InterleavedComparison comparison =
            compiled(pairing, pairing.other(), temporary.folder(), news);
        List<Finding> findings = check(comparison, new SplittableRandom(settings.seed()), news);
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
          settings.margin(),
          lines,
          command);
    }
  }

  /** Configuration of the current source that the regression gate judges. */
  public record Challenger(String name, Function<LeaderboardEntry, Configuration> configuration) {

    /**
     * Challenges every entry with one configuration, or each entry with its own.
     *
     * @throws BadInputException if both are given, or the kernel lacks the configuration
     */
    public static Challenger of(
        Target target, @Nullable String candidate, @Nullable String configuration) {
      Kernel kernel = target.kernel();
      if (candidate != null && configuration != null) {
        throw new BadInputException(
            "--candidate and --configuration exclude each other. Remove one.");
      }
      if (configuration != null) {
        Configuration parsed = NamedConfiguration.parsed(kernel, configuration, target.shapes());
        return new Challenger(parsed.toString(), _ -> parsed);
      }
      if (candidate == null) {
        return new Challenger(
            "the champion's configuration",
            entry ->
                NamedConfiguration.carriedOver(
                    kernel, entry.configuration(), target.shapes(), entry.reference()));
      }
      try (ResultStore store = RegressionGate.store(target.results())) {
        Candidate found = store.candidate(candidate);
        Configuration named =
            NamedConfiguration.carriedOver(
                kernel, found.configuration(), target.shapes(), found.reference());
        return new Challenger("candidate " + candidate + ", " + named, _ -> named);
      }
    }
  }
}
