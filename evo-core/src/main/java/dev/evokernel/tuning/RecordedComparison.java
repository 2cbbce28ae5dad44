package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.ComparisonReport;
import dev.evokernel.report.Macros;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.store.Subject;

/** Comparison of two recorded candidates, without a measurement. */
public record RecordedComparison(
    Side.Recorded a, Side.Recorded b, List<String> chosen, ComparisonSettings settings) {

  /**
   * @throws BadInputException if the side is not a recorded candidate
   */
  public static Side.Recorded required(Side side) {
    if (side instanceof Side.Recorded recorded) {
      return recorded;
    }
    throw new BadInputException(
        "No measurement of %s is recorded. Omit --recorded to measure.".formatted(side.name()));
  }

  public ComparisonReport fromFinals(String command) {
    List<String> shapes = shapes();
    List<ComparisonReport.Line> lines =
        shapes.stream()
            .map(
                shape -> {
                  List<PairedSamples> processes =
                      b.inFinals(shape).orElseThrow().against(a.inFinals(shape).orElseThrow());
                  return ComparisonReport.Line.of(shape, compared(shape, processes));
                })
            .toList();
    return report(
        "From the finals of run %s, interleaved. --anew measures again in fresh processes."
            .formatted(a.history().run().id()),
        lines,
        "",
        command);
  }

  private SequentialComparison.Comparison compared(String shape, List<PairedSamples> processes) {
    var rule =
        new ComparisonRule(
            settings.margin(), 1, Math.min(processes.size(), ComparisonRule.CONFIRMATIONS));
    return new SequentialComparison.Comparison(
        processes,
        rule.contrast(processes),
        a.candidate()
            .measurement(shape)
            .flatMap(first -> b.candidate().measurement(shape).flatMap(first::sameBits)));
  }

  /**
   * Lists measurements of different processes side by side, without a conclusion.
   *
   * @throws BadInputException if a shape differs in its size or its cache state
   */
  public ComparisonReport apart(String command) {
    List<String> shapes = shapes();
    shapes.forEach(this::requireComparable);
    return report(
        "Recorded in different processes; nothing was measured now.",
        shapes.stream()
            .map(
                shape ->
                    new ComparisonReport.Line(
                        shape, a.samples(shape), b.samples(shape), Optional.empty()))
            .toList(),
        isOnOneDevice()
            ? "No verdict: the times are from different processes, so machine drift may explain a"
                + " difference. Omit --recorded to measure both now."
            : "No verdict: A was measured on %s, B on %s. Use --device to measure both on one device."
                .formatted(model(a), model(b)),
        command);
  }

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

  private void requireComparable(String name) {
    Subject second = b.history().run().subject();
    if (!second.shapes().contains(name)) {
      return;
    }
    Shape ofA = a.history().run().subject().workload(name).shape();
    Shape ofB = second.workload(name).shape();
    if (!ofA.dimensions().equals(ofB.dimensions())) {
      throw new BadInputException(
          "Shape '%s' is %s in %s and %s in %s. Name shapes of equal size: --shapes NAMES"
              .formatted(name, ofA, a.name(), ofB, b.name()));
    }
    if (ofA.cache() != ofB.cache()) {
      throw new BadInputException(
          "Shape '%s' was timed %s in %s and %s in %s; such times are not comparable. Omit --recorded to measure both like A, or name other --shapes."
              .formatted(name, ofA.cache().label(), a.name(), ofB.cache().label(), b.name()));
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
