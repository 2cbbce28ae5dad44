package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.ProfileReport;
import dev.evokernel.report.SanitizerReport;
import dev.evokernel.text.Launcher;
import dev.evokernel.workers.InstrumentedLaunch;
import dev.evokernel.workers.SanitizerRun;

/** Launch of one candidate under the backend's profiler, or under each tool of its sanitizer. */
public record LaunchStudy(
    StudiedCandidate studied, DeviceReservation reservation, Consumer<String> news) {

  /**
   * Limit of a launch under a profiler. Some counters need an instrumented binary, which is about a
   * hundred times slower.
   */
  private static final Duration PROFILER_LIMIT = Duration.ofMinutes(5);

  /**
   * Profiles the candidate, and keeps the report beside a candidate of a run.
   *
   * @throws BadInputException if the backend has no profiler
   */
  public ProfileReport profile(UnaryOperator<String> command) throws InterruptedException {
    Target target = studied.target();
    Profiler profiler =
        target
            .backend()
            .profiler()
            .orElseThrow(() -> new BadInputException(target.backend().profilerRemedy()));
    try (var _ = reservation.hold(target, "profile", news)) {
      ComparedVariant variant = studied.variant();
      Shape largest = largest(variant, target.shapes());
      news.accept("profiling " + variant.name() + " on shape " + largest);
      var setup = ComparisonSettings.DEFAULT.setup(target, studied.folder(), news);
      ProfileReport report =
          new ProfileReport(
              variant.name(),
              variant.configuration().toString(),
              "%s, shape %s".formatted(target.subject(), largest),
              "%s: %s".formatted(profiler.name(), profiler.settings()),
              InstrumentedLaunch.watched(
                  setup,
                  variant,
                  largest,
                  (instrumented, launch) ->
                      instrumented.under(
                          profiler,
                          launch,
                          setup.launch().logs().resolve("profile"),
                          PROFILER_LIMIT)),
              command.apply(" --shape " + largest.name()));
      studied.keep("profile", report, news);
      return report;
    }
  }

  private static Shape largest(ComparedVariant candidate, List<Shape> among) {
    Kernel own = candidate.kernel().of(candidate.configuration());
    return among.stream()
        .max(
            Comparator.comparingDouble(
                shape -> own.work().flops().real(own.frame(candidate.configuration(), shape))))
        .orElseThrow();
  }

  /**
   * Launches the candidate under the sanitizer, on the shape with the least work.
   *
   * @throws BadInputException if the backend has no sanitizer
   */
  public SanitizerReport sanitize(UnaryOperator<String> command) throws InterruptedException {
    Target target = studied.target();
    Sanitizer sanitizer =
        target
            .backend()
            .sanitizer()
            .orElseThrow(() -> new BadInputException(target.backend().sanitizerRemedy()));
    try (var _ = reservation.hold(target, "sanitizing", news)) {
      ComparedVariant variant = studied.variant();
      Shape smallest = SanitizerRun.smallest(variant.kernel(), target.shapes());
      news.accept("%s on shape %s under %s".formatted(variant.name(), smallest, sanitizer.name()));
      Path logs = sanitizerLogs();
      return new SanitizerReport(
          variant.name(),
          smallest,
          sanitizer.name(),
          InstrumentedLaunch.watched(
              ComparisonSettings.DEFAULT.setup(target, studied.folder(), news),
              variant,
              smallest,
              (instrumented, launch) ->
                  instrumented.under(sanitizer, launch, logs, SanitizerRun.LIMIT)),
          Launcher.shown(logs),
          command.apply(" --shape " + smallest.name()));
    }
  }

  private Path sanitizerLogs() {
    return studied.side() instanceof Side.Recorded recorded
        ? studied
            .runFolder(recorded)
            .resolve("logs/sanitizer")
            .resolve(studied.variant().configuration().fingerprint())
        : studied.results().resolve("sanitizer").resolve(studied.target().kernel().name());
  }
}
