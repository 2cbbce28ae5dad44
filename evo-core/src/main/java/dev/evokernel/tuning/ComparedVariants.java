package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.ComparisonReport;
import dev.evokernel.report.Macros;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the sides of a comparison to variants, each with a source and a configuration.
 *
 * @param configuration for a folder or a commit; null for the default configuration
 * @param device null for the run's device, or else for the best device
 */
public record ComparedVariants(
    Path results, List<String> shapes, @Nullable String configuration, @Nullable String device) {

  private static final String CHAMPION = "champion";

  /**
   * Chooses the device and the shapes of A; without a choice of shapes, those of a recorded A's
   * run.
   */
  public Target target(Side a, Side b, Path scratch) {
    Path folder =
        switch (a) {
          case Side.Recorded recorded -> snapshot(recorded);
          case Side.Source source -> source.path();
          case Side.Past past -> exported(past, scratch.resolve("a"));
        };
    if (!(a instanceof Side.Recorded recorded)) {
      return Target.of(folder, wish(a, b), shapes, List.of(), results);
    }
    List<String> wanted = shapes.isEmpty() ? recorded.history().run().subject().shapes() : shapes;
    Target whole = Target.of(folder, wish(a, b), wanted, List.of(), results);
    return whole.on(asTimed(whole.shapes(), recorded));
  }

  private List<Shape> asTimed(List<Shape> all, Side.Recorded recorded) {
    Subject subject = recorded.history().run().subject();
    return all.stream()
        .map(
            shape ->
                subject.shapes().contains(shape.name())
                    ? shape.with(subject.workload(shape.name()).shape().cache())
                    : shape)
        .toList();
  }

  private String wish(Side a, Side b) {
    if (device != null) {
      return device;
    }
    return Stream.of(a, b)
        .filter(Side.Recorded.class::isInstance)
        .map(side -> ((Side.Recorded) side).history().run().provenance().device().id())
        .findFirst()
        .orElse("auto");
  }

  public ComparedVariant variant(Side side, Target target, Path place) {
    return switch (side) {
      case Side.Recorded recorded ->
          new ComparedVariant(
              recorded.name(), read(snapshot(recorded), target), recorded.configuration());
      case Side.Source source -> chosen(source, read(source.path(), target), target);
      case Side.Past past -> chosen(past, read(exported(past, place), target), target);
    };
  }

  private ComparedVariant chosen(Side side, Kernel read, Target target) {
    if (configuration == null) {
      return new ComparedVariant(side.name(), read, read.defaultConfiguration());
    }
    return new ComparedVariant(
        side.name(),
        read,
        configuration.equals(CHAMPION)
            ? champion(read, target)
            : NamedConfiguration.parsed(read, configuration, target.shapes()));
  }

  private Configuration champion(Kernel read, Target target) {
    try (var store = RegressionGate.store(results)) {
      return store.leaderboard().decided(read.name(), target.device().model()).stream()
          .filter(entry -> target.shapes().contains(entry.workload().shape()))
          .findFirst()
          .map(
              entry ->
                  NamedConfiguration.carriedOver(
                      read, entry.configuration(), target.shapes(), entry.reference()))
          .orElseThrow(
              () ->
                  new BadInputException(
                      "The leaderboard has no champion of %s yet. Make one: %s"
                          .formatted(
                              target.subject(),
                              Launcher.command(
                                  "run --kernel "
                                      + Launcher.path(target.folder())
                                      + Launcher.results(results)))));
    }
  }

  private static Kernel read(Path folder, Target target) {
    Kernel read = KernelFile.at(folder).read(target.backend().name());
    List<String> there =
        read.variants().names().stream()
            .filter(target.kernel().variants().names()::contains)
            .toList();
    return there.isEmpty() ? read : read.only(there);
  }

  private Path snapshot(Side.Recorded recorded) {
    StoredRun run = recorded.history().run();
    if (run.subject().backend().equals(ReplayBackend.NAME)) {
      throw new BadInputException(
          "Run '%s' replayed a recording and has no source to measure. Compare the recorded times: evo compare --recorded."
              .formatted(run.id()));
    }
    return RegressionGate.snapshot(results, run.id(), run.subject().kernel());
  }

  /**
   * Exports the commit unless it is exported already: the target and the variant share the folder.
   */
  private static Path exported(Side.Past past, Path place) {
    Path there = place.resolve("kernels").resolve(past.home().toAbsolutePath().getFileName());
    if (Files.exists(there)) {
      return there;
    }
    try {
      Files.createDirectories(place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return GitCheckout.export(past.home(), past.hash(), place);
  }

  /**
   * Measures two sides interleaved, each from its own source.
   *
   * @return empty if a side was rejected
   * @throws BadInputException if a side lacks the configuration, a shape or the device
   */
  public Optional<ComparisonReport> compare(
      Side a,
      Side b,
      ComparisonSettings settings,
      DeviceReservation reservation,
      String command,
      Consumer<String> news)
      throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path folder = temporary.folder();
      Target target = target(a, b, folder);
      ComparedVariant base = variant(a, target, folder.resolve("a"));
      ComparedVariant other = variant(b, target, folder.resolve("b"));
      try (var _ = reservation.hold(target, "compare", news)) {
        news.accept("compiling " + base.name() + " and " + other.name());
        InterleavedComparison interleaved =
            InterleavedComparison.of(settings.setup(target, folder, news), List.of(base, other));
        var comparison =
            new SequentialComparison(
                interleaved,
                settings.rule(target.shapes().size()),
                settings.processes(),
                new SplittableRandom(settings.seed()),
                news);
        return switch (comparison.settle(SequentialComparison.Question.RELATION)) {
          case SequentialComparison.Result.Refused(int which, Rejected rejection) -> {
            news.accept(
                "evo: %s was rejected, %s: %s"
                    .formatted(
                        interleaved.variants().get(which).name(),
                        Candidate.reasonOf(rejection),
                        rejection.message()));
            yield Optional.empty();
          }
          case SequentialComparison.Result.Compared(var shapes) ->
              Optional.of(
                  new ComparisonReport(
                      base.name(),
                      other.name(),
                      how(target, interleaved.isSameBinary(0, 1), shapes),
                      Macros.changes(base.configuration(), other.configuration()),
                      settings.margin(),
                      shapes.entrySet().stream()
                          .map(shape -> ComparisonReport.Line.of(shape.getKey(), shape.getValue()))
                          .toList(),
                      "",
                      command));
        };
      }
    }
  }

  private static String how(
      Target target,
      boolean sameBinary,
      SequencedMap<String, SequentialComparison.Comparison> shapes) {
    int processes = shapes.firstEntry().getValue().pairs().size();
    return "Measured interleaved on %s, in %d fresh %s.%s%s"
        .formatted(
            target.subject(),
            processes,
            processes == 1 ? "process" : "processes",
            target.cold().isEmpty() ? "" : " Cold: " + String.join(", ", target.cold()) + ".",
            sameBinary ? " Both are the same binary." : "");
  }
}
