package dev.evokernel.tuning.comparison;

import module java.base;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.comparison.SequentialComparison.Question;
import dev.evokernel.comparison.SequentialComparison.Result;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.ComparisonReport;
import dev.evokernel.report.Macros;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * Interleaved measurement of two sides, each from its own source.
 *
 * @param variants the requested shapes, configuration and device
 */
public record VariantComparison(
    ComparedVariants variants, ComparisonSettings settings, DeviceReservation reservation) {

  /** Outcome of a comparison. */
  public sealed interface Outcome {

    record Compared(ComparisonReport report) implements Outcome {}

    /** Rejection of a variant that does not compile or is wrong. */
    record Refused(String variant, Rejected rejection) implements Outcome {}
  }

  /**
   * @param a the side compared with
   * @param b the side compared
   * @param command repeats the comparison
   * @throws BadInputException if a side lacks the configuration, a shape or the device
   */
  public Outcome measure(Side a, Side b, String command, Consumer<String> news)
      throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path folder = temporary.folder();
      Target target = variants.target(a, b, folder);
      ComparedVariant base = variants.variant(a, target, folder.resolve("a"));
      ComparedVariant other = variants.variant(b, target, folder.resolve("b"));
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
        return switch (comparison.settle(Question.RELATION)) {
          case Result.Refused(int which, Rejected rejection) ->
              new Outcome.Refused(which == 0 ? base.name() : other.name(), rejection);
          case Result.Compared(var shapes) ->
              new Outcome.Compared(
                  new ComparisonReport(
                      base.name(),
                      other.name(),
                      how(target, interleaved.isSameBinary(0, 1), shapes),
                      Macros.changes(base.configuration(), other.configuration()),
                      settings.margin(),
                      lines(shapes),
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

  private static List<ComparisonReport.Line> lines(
      SequencedMap<String, SequentialComparison.Comparison> shapes) {
    var lines = new ArrayList<ComparisonReport.Line>();
    shapes.forEach((shape, comparison) -> lines.add(ComparisonReport.Line.of(shape, comparison)));
    return lines;
  }
}
