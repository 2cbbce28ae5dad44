package dev.evokernel.tuning.study;

import dev.evokernel.backend.tool.Profiler;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.report.study.ProfileReport;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.workers.ProfilerRun;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Launch of one candidate under the backend's profiler. */
public record ProfileStudy(CandidateRequest candidate, DeviceReservation reservation) {

  /**
   * Profiles the candidate, and keeps the report beside a candidate of a run.
   *
   * @param command repeats the profile, given the options that name the shape
   * @throws BadInputException if the candidate or a profiler does not exist
   */
  public ProfileReport measure(UnaryOperator<String> command, Consumer<String> news)
      throws InterruptedException {
    try (StudiedCandidate studied = StudiedCandidate.open(candidate)) {
      Target target = studied.target();
      Profiler profiler = profiler(target);
      try (var _ = reservation.hold(target, "profile", news)) {
        ComparedVariant variant = studied.variant();
        Shape largest = ProfilerRun.largest(variant, target.shapes());
        news.accept("profiling " + variant.name() + " on shape " + largest);
        var setup = ComparisonSettings.DEFAULT.setup(target, studied.folder(), news);
        ProfileReport report =
            new ProfileReport(
                variant.name(),
                variant.configuration().toString(),
                "%s, shape %s".formatted(target.subject(), largest),
                "%s: %s".formatted(profiler.name(), profiler.settings()),
                ProfilerRun.of(setup, variant, largest, profiler),
                command.apply(" --shape " + largest.name()));
        studied.keep("profile", report, news);
        return report;
      }
    }
  }

  private static Profiler profiler(Target target) {
    return target
        .backend()
        .profiler()
        .orElseThrow(() -> new BadInputException(target.backend().profilerRemedy()));
  }
}
