package dev.evokernel.report;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run's result against the baselines: on each shape against the fastest baseline that computes
 * the same, from the same rounds.
 *
 * @param subject {@code champion}, or {@code portfolio} where that is the result, or {@code
 *     default} where that stays
 */
public record BaselineSection(RunHistory history, String subject, List<Line> lines) {

  /**
   * One shape.
   *
   * @param fastest empty where no baseline is right there
   * @param ours empty where the finals did not measure it
   * @param speedUp of ours over the fastest
   */
  public record Line(
      Workload workload,
      Optional<BaselineReading> fastest,
      Optional<Samples> ours,
      Optional<SpeedUp> speedUp) {

    public String shape() {
      return workload.shape().name();
    }
  }

  public BaselineSection {
    lines = List.copyOf(lines);
  }

  /** Empty for a run whose finals had no baselines. */
  public static Optional<BaselineSection> of(Conclusion conclusion) {
    RunHistory history = conclusion.history();
    if (history.baselines().isEmpty()) {
      return Optional.empty();
    }
    var random = new SplittableRandom(history.run().run().seed());
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(history);
    List<Line> lines =
        history.run().subject().workloads().stream()
            .map(
                workload ->
                    line(
                        history,
                        portfolio.isPresent()
                            ? portfolio.get().dispatched(workload.shape().name())
                            : conclusion.champion().map(Candidate::number),
                        workload,
                        random))
            .toList();
    String subject =
        portfolio.isPresent()
            ? "portfolio"
            : conclusion.basis() == Conclusion.Basis.DEFAULT_STAYS ? "default" : "champion";
    return Optional.of(new BaselineSection(history, subject, lines));
  }

  private static Line line(
      RunHistory history, Optional<Integer> candidate, Workload workload, SplittableRandom random) {
    String shape = workload.shape().name();
    Optional<BaselineReading> fastest = BaselineFacts.fastest(history.baselines(), shape);
    Optional<Samples> ours =
        candidate
            .flatMap(number -> history.finals().flatMap(finals -> finals.result(number, shape)))
            .map(FinalistMeasurement::besideBaselines);
    Optional<SpeedUp> speedUp =
        fastest
            .flatMap(BaselineFacts::samples)
            .flatMap(theirs -> ours.map(one -> SpeedUp.inOneProcess(theirs, one, random)));
    return new Line(workload, fastest, ours, speedUp);
  }

  /**
   * All in one line, for example {@code Fastest baseline: sdpa-flash 9.2 µs; the champion is 1.370×
   * (1.360 to 1.380) as fast.}
   */
  public String sentence() {
    List<Line> known = lines.stream().filter(one -> one.speedUp().isPresent()).toList();
    if (known.isEmpty()) {
      return "No baseline was measured: " + refusals() + ".";
    }
    if (known.size() == 1 && lines.size() == 1) {
      BaselineReading fastest = known.getFirst().fastest().orElseThrow();
      return "Fastest baseline: %s %s; the %s is %s as fast."
          .formatted(
              fastest.baseline(),
              Units.time(BaselineFacts.samples(fastest).orElseThrow().p50()),
              subject,
              known.getFirst().speedUp().orElseThrow());
    }
    var ratios = new LinkedHashMap<String, Double>();
    known.forEach(one -> ratios.put(one.shape(), one.speedUp().orElseThrow().ratio()));
    Map.Entry<String, Double> worst =
        ratios.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
    Map.Entry<String, Double> best =
        ratios.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return String.format(
        Locale.ROOT,
        "Fastest baselines: %s; the %s is %.3f× as fast, the geometric mean of %d shapes (%.3f× on"
            + " %s to %.3f× on %s).",
        winners(known),
        subject,
        GeometricMean.of(ratios.values().stream().mapToDouble(one -> one).toArray()),
        known.size(),
        worst.getValue(),
        worst.getKey(),
        best.getValue(),
        best.getKey());
  }

  /** For example {@code sdpa-cudnn on 7 shapes, sdpa-flash on 1}. */
  private static String winners(List<Line> known) {
    return known.stream()
        .map(one -> one.fastest().orElseThrow().baseline())
        .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + " on " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private String refusals() {
    return history.baselines().stream()
        .map(one -> one.baseline() + " " + BaselineFacts.note(one))
        .distinct()
        .limit(3)
        .collect(Collectors.joining("; "));
  }

  /** The shape, the fastest baseline, the run's result, and how much faster that is. */
  Table table() {
    var table =
        Table.builder()
            .text("shape")
            .text("fastest baseline")
            .quantity("p50")
            .quantity("p90")
            .quantity(subject + " p50")
            .quantity("p90")
            .text("speed-up over it (95 % interval)");
    for (Line one : lines) {
      Optional<Samples> theirs = one.fastest().flatMap(BaselineFacts::samples);
      table.row(
          one.workload().shape().toString(),
          one.fastest().map(BaselineReading::baseline).orElse("none"),
          theirs.map(s -> Units.time(s.p50())).orElse(""),
          theirs.map(s -> Units.time(s.p90())).orElse(""),
          one.ours().map(s -> Units.time(s.p50())).orElse(""),
          one.ours().map(s -> Units.time(s.p90())).orElse(""),
          one.speedUp().map(SpeedUp::toString).orElse(""));
    }
    return table.build();
  }

  /** Every baseline on every shape, with what kept it from being measured. */
  public Table all() {
    var table =
        Table.builder()
            .text("shape")
            .text("baseline")
            .quantity("p50")
            .quantity("p90")
            .quantity("")
            .text("");
    for (Line line : lines) {
      for (BaselineReading reading : history.baselines()) {
        if (reading.shape().equals(line.shape())) {
          Optional<Samples> samples = BaselineFacts.samples(reading);
          table.row(
              line.shape(),
              reading.baseline(),
              samples.map(s -> Units.time(s.p50())).orElse(""),
              samples.map(s -> Units.time(s.p90())).orElse(""),
              samples.map(s -> Units.rate(line.workload(), s.p50())).orElse(""),
              BaselineFacts.note(reading));
        }
      }
    }
    return table.build();
  }

  /** A chapter of {@code final_summary.md}. */
  List<Block> chapter() {
    return List.of(
        new Block.Heading(2, "Against the libraries"),
        Block.Paragraph.of(
            sentence()
                + "\nThey were timed in the rounds of the finals, beside the finalists, and decide"
                + " nothing."),
        table(),
        all(),
        Block.Bullets.of(BaselineFacts.libraryLines(history.baselines())));
  }

  Map<String, @Nullable Object> json() {
    var shapes = new ArrayList<Map<String, @Nullable Object>>();
    for (Line line : lines) {
      var json = new LinkedHashMap<String, @Nullable Object>();
      json.put("shape", line.shape());
      json.put("fastest", line.fastest().map(BaselineReading::baseline).orElse(null));
      json.put("speedup", line.speedUp().map(BestResult::speedUp).orElse(null));
      json.put(
          "measured",
          history.baselines().stream()
              .filter(one -> one.shape().equals(line.shape()))
              .map(one -> BaselineFacts.json(one, line.workload().flops()))
              .toList());
      shapes.add(json);
    }
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("ours", subject);
    json.put("sentence", sentence());
    json.put("shapes", shapes);
    return json;
  }
}
