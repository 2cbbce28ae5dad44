package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.report.study.SanitizerReport;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.workers.SanitizerRun;

/** Launch of one candidate under each tool of the backend's sanitizer. */
public record SanitizerStudy(CandidateRequest candidate, DeviceReservation reservation) {

  /**
   * Launches the candidate under the sanitizer.
   *
   * @param command repeats the check, given the options that name the shape
   * @param news receives a line on the launch
   * @throws BadInputException if the candidate or a sanitizer does not exist
   */
  public SanitizerReport examine(UnaryOperator<String> command, Consumer<String> news)
      throws InterruptedException {
    try (StudiedCandidate studied = StudiedCandidate.open(candidate)) {
      Target target = studied.target();
      Sanitizer sanitizer = sanitizer(target);
      try (var _ = reservation.hold(target, "sanitizing", news)) {
        ComparedVariant variant = studied.variant();
        Shape smallest = SanitizerRun.smallest(variant.kernel(), target.shapes());
        news.accept(
            "%s on shape %s under %s".formatted(variant.name(), smallest, sanitizer.name()));
        Path logs = logs(studied);
        var setup = ComparisonSettings.DEFAULT.setup(target, studied.folder());
        return new SanitizerReport(
            variant.name(),
            smallest,
            sanitizer.name(),
            SanitizerRun.byHand(setup, variant, smallest, sanitizer, logs),
            Launcher.shown(logs),
            command.apply(" --shape " + smallest.name()));
      }
    }
  }

  /** Chooses the folder of a candidate's run, or a folder beside the runs. */
  private static Path logs(StudiedCandidate studied) {
    return studied.side() instanceof Side.Recorded recorded
        ? studied
            .runFolder(recorded)
            .resolve("logs/sanitizer")
            .resolve(studied.variant().configuration().fingerprint())
        : studied
            .request()
            .results()
            .resolve("sanitizer")
            .resolve(studied.target().kernel().name());
  }

  private static Sanitizer sanitizer(Target target) {
    return target
        .backend()
        .sanitizer()
        .orElseThrow(() -> new BadInputException(target.backend().sanitizerRemedy()));
  }
}
