package dev.evokernel.tuning.comparison;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.report.study.ComparisonReport;
import dev.evokernel.report.text.Macros;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.store.run.Subject;
import dev.evokernel.tuning.device.BadInputException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Two candidates compared from what was recorded; nothing is measured.
 *
 * @param a what is compared with
 * @param b what is compared
 * @param chosen names of the shapes that count; empty for all of A's
 */
public record RecordedComparison(
    Side.Recorded a, Side.Recorded b, List<String> chosen, ComparisonSettings settings) {

  public RecordedComparison {
    chosen = List.copyOf(chosen);
  }

  /**
   * A recorded side.
   *
   * @throws BadInputException if it is not recorded
   */
  public static Side.Recorded required(Side side) {
    if (side instanceof Side.Recorded one) {
      return one;
    }
    throw new BadInputException(
        "There is no record of %s, and --recorded forbids measuring it. Leave --recorded out."
            .formatted(side.name()));
  }

  /**
   * From the finals in which both were measured, interleaved.
   *
   * @param command that repeats it
   */
  public ComparisonReport fromFinals(String command) {
    List<String> shapes = shapes();
    List<ComparisonReport.Line> lines =
        shapes.stream()
            .map(
                shape -> {
                  List<PairedSamples> processes =
                      b.inFinals(shape).orElseThrow().against(a.inFinals(shape).orElseThrow());
                  return ComparisonReport.Line.of(shape, compared(processes));
                })
            .toList();
    return report(
        "From the finals of run %s, interleaved; --anew measures again, in fresh processes."
            .formatted(a.history().run().id()),
        lines,
        "",
        command);
  }

  /** With each shape's own interval, as the report of the run has it. */
  private SequentialComparison.Comparison compared(List<PairedSamples> processes) {
    var rule =
        new ComparisonRule(
            settings.margin(), 1, Math.min(processes.size(), ComparisonRule.CONFIRMATIONS));
    return new SequentialComparison.Comparison(
        processes, rule.contrast(processes, new SplittableRandom(processes.hashCode())));
  }

  /**
   * From measurements that were made apart from each other, from which nothing can be concluded.
   *
   * @param command that repeats it
   * @throws BadInputException if a shape was timed from warm caches once and from flushed ones once
   */
  public ComparisonReport apart(String command) {
    List<String> shapes = shapes();
    shapes.forEach(this::requireSameCaches);
    return report(
        "Recorded apart from each other; nothing was measured now.",
        shapes.stream()
            .map(
                shape ->
                    new ComparisonReport.Line(
                        shape, a.samples(shape), b.samples(shape), Optional.empty()))
            .toList(),
        isOnOneDevice()
            ? "Nothing is concluded: times from different processes, and perhaps from different"
                + " days, cannot be told from a drift of the machine. Without --recorded both are"
                + " measured anew."
            : "No verdict: A was measured on %s and B on %s. The figures stand side by side; --device measures both on one device."
                .formatted(model(a), model(b)),
        command);
  }

  /** Whether both were measured on the same model of device. */
  public boolean isOnOneDevice() {
    return model(a).equals(model(b));
  }

  private static String model(Side.Recorded side) {
    return side.history().run().provenance().device().model();
  }

  private List<String> shapes() {
    List<String> known = a.history().run().subject().shapes();
    for (String shape : chosen) {
      if (!known.contains(shape)) {
        throw new BadInputException(
            "--shapes: run '%s' has no shape '%s'; it has %s."
                .formatted(a.history().run().id(), shape, known));
      }
    }
    return chosen.isEmpty() ? known : chosen;
  }

  private void requireSameCaches(String shape) {
    Subject other = b.history().run().subject();
    if (other.shapes().contains(shape)
        && !other
            .workload(shape)
            .shape()
            .dimensions()
            .equals(a.history().run().subject().workload(shape).shape().dimensions())) {
      throw new BadInputException(
          "Shape '%s' is %s in %s and %s in %s. Name --shapes that both have in the same size."
              .formatted(
                  shape,
                  a.history().run().subject().workload(shape).shape(),
                  a.name(),
                  other.workload(shape).shape(),
                  b.name()));
    }
    if (!other.shapes().contains(shape)) {
      return;
    }
    CacheState one = a.history().run().subject().workload(shape).shape().cache();
    CacheState two = other.workload(shape).shape().cache();
    if (one != two) {
      throw new BadInputException(
          "Shape '%s' was timed %s in %s and %s in %s, so that their times do not compare. Leave --recorded out to measure both as A was, or name other --shapes."
              .formatted(shape, one.label(), a.name(), two.label(), b.name()));
    }
  }

  private ComparisonReport report(
      String how, List<ComparisonReport.Line> lines, String noVerdict, String command) {
    return new ComparisonReport(
        described(a),
        described(b),
        how,
        Macros.changes(a.configuration(), b.configuration()),
        settings.margin(),
        lines,
        noVerdict,
        command);
  }

  private String described(Side.Recorded side) {
    return isOnOneDevice() ? side.name() : side.name() + " on " + model(side);
  }
}
