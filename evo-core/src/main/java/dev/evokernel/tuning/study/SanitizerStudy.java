package dev.evokernel.tuning.study;

import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.workers.SanitizerRun;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** One launch of one candidate under each tool of the backend's sanitizer. */
public record SanitizerStudy(CandidateRequest candidate, DeviceReservation reservation) {

  /**
   * What came of it.
   *
   * @param candidate its name
   * @param sanitizer the tools' name
   * @param found what a tool found; empty if none found anything
   * @param logs the folder of what the tools wrote
   */
  public record Finding(
      String candidate, Shape shape, String sanitizer, Optional<Rejected> found, Path logs) {}

  /**
   * @param news hears what is launched
   * @throws BadInputException if there is no such candidate, or no sanitizer
   */
  public Finding examine(Consumer<String> news) throws InterruptedException {
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
        Optional<Rejected> found = SanitizerRun.byHand(setup, variant, smallest, sanitizer, logs);
        return new Finding(variant.name(), smallest, sanitizer.name(), found, logs);
      }
    }
  }

  /** In the folder of a candidate's run, or beside the runs. */
  private static Path logs(StudiedCandidate studied) {
    return studied.side() instanceof Side.Recorded one
        ? studied
            .runFolder(one)
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
