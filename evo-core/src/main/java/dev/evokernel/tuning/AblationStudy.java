package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.AblationReport;
import dev.evokernel.report.AblationReport.Effect;
import dev.evokernel.report.AblationReport.Result;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Launcher;

/**
 * Sensitivity analysis of one candidate: applies each pathology of the kernel separately and
 * measures the slowdown. A pathology makes one suspected bottleneck worse. The slowdown is the
 * worth of the candidate's optimisation; no slowdown means no bottleneck.
 *
 * <p>Each changed candidate is verified and then measured interleaved with the unchanged candidate,
 * two at a time: a third variant in the same rounds would change caches and clocks for both.
 */
public record AblationStudy(
    StudiedCandidate studied,
    List<String> only,
    Duration wall,
    ComparisonSettings settings,
    Consumer<String> news) {

  /**
   * Measures the pathologies, and keeps the report beside a candidate of a run.
   *
   * @throws BadInputException if a pathology does not exist
   * @throws EnvironmentException if the unchanged candidate is rejected
   */
  public AblationReport measure(DeviceReservation reservation, String command)
      throws InterruptedException {
    List<Pathology> pathologies = chosen();
    try (var _ = reservation.hold(studied.target(), "ablate", news)) {
      AblationReport report =
          new AblationReport(
              studied.variant().name(),
              studied.variant().configuration().toString(),
              "Each measured interleaved with the unchanged candidate, in fresh processes, on %s."
                  .formatted(studied.target().subject()),
              settings.margin(),
              effects(pathologies),
              command);
      studied.keep("ablation", report, news);
      return report;
    }
  }

  private List<Pathology> chosen() {
    Kernel kernel = studied.variant().kernel().of(studied.variant().configuration());
    List<Pathology> all = kernel.pathologies();
    if (all.isEmpty()) {
      throw new BadInputException(
          "%s lists no pathologies for the backend '%s'. %s"
              .formatted(Launcher.shown(kernel.file()), kernel.backend(), advice(studied.side())));
    }
    List<String> names = all.stream().map(Pathology::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new BadInputException(
            "--only: %s lists no pathology '%s'. %s"
                .formatted(Launcher.shown(kernel.file()), name, Spelling.advice(name, names)));
      }
    }
    return only.isEmpty()
        ? all
        : all.stream().filter(pathology -> only.contains(pathology.name())).toList();
  }

  private static String advice(Side side) {
    return side instanceof Side.Recorded recorded
        ? "This is the run's own copy. If the source lists pathologies now: "
            + Launcher.command(
                "ablate %s --configuration %s"
                    .formatted(
                        Launcher.path(recorded.home()),
                        Printable.word(
                            NamedConfiguration.text(recorded.candidate().configuration()))))
        : "To write some, see docs/kernel.md.";
  }

  private List<Effect> effects(List<Pathology> pathologies) throws InterruptedException {
    long began = System.nanoTime();
    var random = new SplittableRandom(settings.seed());
    var variants = new ArrayList<>(List.of(studied.variant()));
    var results = new LinkedHashMap<Pathology, Result>();
    var applied = new ArrayList<Pathology>();
    for (Pathology pathology : pathologies) {
      Optional<String> obstacle = obstacle(pathology);
      results.put(
          pathology,
          obstacle.<Result>map(Result.Inapplicable::new).orElseGet(Result.Unmeasured::new));
      if (obstacle.isEmpty()) {
        applied.add(pathology);
        variants.add(withPathology(pathology));
      }
    }
    if (!applied.isEmpty()) {
      news.accept(
          "compiling %s, unchanged and with %s"
              .formatted(studied.variant().name(), counted(applied.size())));
      InterleavedComparison all =
          InterleavedComparison.of(
              settings.setup(studied.target(), studied.folder(), news), variants);
      for (int i = 1; i <= applied.size(); i++) {
        Pathology pathology = applied.get(i - 1);
        // Unlike a parameter, a macro must change the binary.
        if (!variants.get(i).macros().isEmpty() && all.isSameBinary(0, i)) {
          results.put(pathology, new Result.Inapplicable("it leaves the binary as it is"));
        } else if (System.nanoTime() - began < wall.toNanos()) {
          results.put(pathology, measured(all.between(0, i), pathology, random));
        }
      }
    }
    return results.entrySet().stream()
        .map(result -> new Effect(result.getKey(), result.getValue()))
        .toList();
  }

  private Result measured(InterleavedComparison pair, Pathology pathology, SplittableRandom random)
      throws InterruptedException {
    var sequential =
        new SequentialComparison(
            pair,
            settings.rule(studied.target().shapes().size()),
            settings.processes(),
            random,
            step -> news.accept(pathology.name() + ": " + step));
    return switch (sequential.settle(SequentialComparison.Question.RELATION)) {
      case SequentialComparison.Result.Compared(var shapes) -> new Result.Measured(shapes);
      case SequentialComparison.Result.Refused(int refused, Rejected rejection) when refused == 0 ->
          throw new EnvironmentException(
              "The unchanged candidate was rejected, so there is nothing to compare with: %s: %s"
                  .formatted(Candidate.reasonOf(rejection), rejection.message()));
      case SequentialComparison.Result.Refused(int _, Rejected rejection) -> refused(rejection);
    };
  }

  private static Result refused(Rejected rejection) {
    return switch (rejection.reason()) {
      case WRONG_RESULT,
          NOT_FINITE,
          NOT_REPEATABLE,
          OUT_OF_BOUNDS_WRITE,
          OUT_OF_BOUNDS_READ,
          INPUT_MODIFIED,
          OTHER_BITS ->
          new Result.Wrong(rejection);
      case CONSTRAINT,
          COMPILE_ERROR,
          RESOURCE_LIMIT,
          LAUNCH_FAILURE,
          ILLEGAL_ACCESS,
          CRASH,
          TIMEOUT,
          OUT_OF_MEMORY,
          SANITIZER,
          LEFT_BEHIND,
          SUSPICIOUS ->
          new Result.Failed(rejection);
    };
  }

  private Optional<String> obstacle(Pathology pathology) {
    Configuration unchanged = studied.variant().configuration();
    Configuration changed = pathology.applied(unchanged);
    if (pathology.macros().isEmpty() && changed.equals(unchanged)) {
      return Optional.of("the candidate has " + pathology.change() + " already");
    }
    Kernel kernel = studied.variant().kernel().of(unchanged);
    for (Constraint constraint : kernel.constraints()) {
      Optional<Shape> shape = kernel.breaking(constraint, changed, studied.target().shapes());
      if (shape.isPresent()) {
        return Optional.of(
            "it breaks '%s'%s"
                .formatted(
                    constraint.condition(),
                    constraint.because().isEmpty() ? "" : ", because " + constraint.because()));
      }
    }
    return Optional.empty();
  }

  private ComparedVariant withPathology(Pathology pathology) {
    ComparedVariant unchanged = studied.variant();
    return new ComparedVariant(
        unchanged.name() + ", " + pathology.name(),
        unchanged.kernel(),
        pathology.applied(unchanged.configuration()),
        pathology.macros());
  }

  private static String counted(int pathologies) {
    return pathologies == 1 ? "one pathology" : pathologies + " pathologies, one at a time";
  }
}
