package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run compared with the fastest correct baseline of each shape, from the same
 * rounds of the finals.
 *
 * @param subject {@code champion}, {@code portfolio} or {@code default}: the result of the run
 */
public record BaselineSection(RunHistory history, String subject, List<Line> lines) {

  /**
   * Comparison on one shape.
   *
   * @param fastest the fastest correct baseline
   * @param ours samples of the result
   */
  public record Line(
      Workload workload,
      Optional<BaselineReading> fastest,
      Optional<Samples> ours,
      Optional<SpeedUp> speedUp) {

    String shape() {
      return workload.shape().name();
    }

    Optional<String> baseline() {
      return fastest.map(BaselineReading::baseline);
    }

    Optional<Samples> theirs() {
      return fastest.flatMap(BaselineSection::samples);
    }
  }

  public BaselineSection {
    lines = List.copyOf(lines);
  }

  public static Optional<BaselineSection> of(Conclusion conclusion) {
    RunHistory history = conclusion.history();
    if (history.baselines().isEmpty()) {
      return Optional.empty();
    }
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
                        workload))
            .toList();
    String subject =
        portfolio.isPresent() ? "portfolio" : conclusion.isRecommended() ? "champion" : "default";
    return Optional.of(new BaselineSection(history, subject, lines));
  }

  private static Line line(RunHistory history, Optional<Integer> candidate, Workload workload) {
    String shape = workload.shape().name();
    Optional<BaselineReading> fastest = fastest(history.baselines(), shape);
    Optional<Samples> ours =
        candidate.flatMap(
            number -> history.finals().flatMap(finals -> finals.besideBaselines(number, shape)));
    Optional<SpeedUp> speedUp =
        fastest
            .flatMap(BaselineSection::samples)
            .flatMap(theirs -> ours.map(samples -> SpeedUp.inOneProcess(theirs, samples)));
    return new Line(workload, fastest, ours, speedUp);
  }

  /**
   * The comparison in a sentence, for example {@code Fastest baseline: sdpa-flash, 9.2 µs. Speed-up
   * of the champion over it: 1.370× (95 % CI 1.360 to 1.380).}
   */
  public String sentence() {
    List<Line> known = lines.stream().filter(line -> line.speedUp().isPresent()).toList();
    if (known.isEmpty()) {
      List<Line> right = lines.stream().filter(line -> line.fastest().isPresent()).toList();
      return right.isEmpty()
          ? "No baseline was measured: " + refusals() + "."
          : "Fastest baselines: " + winners(right) + ". No finalist was measured beside them.";
    }
    if (known.size() == 1 && lines.size() == 1) {
      BaselineReading fastest = known.getFirst().fastest().orElseThrow();
      return "Fastest baseline: %s, %s. Speed-up of the %s over it: %s."
          .formatted(
              fastest.baseline(),
              Units.p50(samples(fastest)),
              subject,
              known.getFirst().speedUp().orElseThrow().withConfidence());
    }
    var ratios = new LinkedHashMap<String, Double>();
    known.forEach(line -> ratios.put(line.shape(), line.speedUp().orElseThrow().ratio()));
    Map.Entry<String, Double> worst =
        ratios.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
    Map.Entry<String, Double> best =
        ratios.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return "Fastest baselines: %s. Speed-up of the %s over them: %s (geometric mean of %d shapes), %s on %s to %s on %s."
        .formatted(
            winners(known),
            subject,
            Units.factor(
                GeometricMean.of(ratios.values().stream().mapToDouble(ratio -> ratio).toArray())),
            known.size(),
            Units.factor(worst.getValue()),
            worst.getKey(),
            Units.factor(best.getValue()),
            best.getKey());
  }

  private static String winners(List<Line> known) {
    return known.stream()
        .map(line -> line.fastest().orElseThrow().baseline())
        .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(
            entry ->
                "%s on %d %s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue(),
                        entry.getValue() == 1 ? "shape" : "shapes"))
        .collect(Collectors.joining(", "));
  }

  private String refusals() {
    return history.baselines().stream()
        .map(reading -> reading.baseline() + " " + note(reading))
        .distinct()
        .limit(3)
        .collect(Collectors.joining("; "));
  }

  private Table table() {
    return new Table.Columns<Line>()
        .text("shape", line -> line.workload().shape())
        .text("fastest baseline", line -> line.baseline().orElse("none"))
        .quantity("p50", line -> Units.p50(line.theirs()))
        .quantity("p90", line -> Units.p90(line.theirs()))
        .quantity(subject + " p50", line -> Units.p50(line.ours()))
        .quantity("p90", line -> Units.p90(line.ours()))
        .text("speed-up over it (95 % CI)", Line::speedUp)
        .rows(lines);
  }

  /** A row for each baseline and shape, with the reason if a baseline does not count. */
  Table all() {
    return new Table.Columns<BaselineReading>()
        .text("shape", BaselineReading::shape)
        .text("baseline", BaselineReading::baseline)
        .quantity("p50", reading -> Units.p50(samples(reading)))
        .quantity("p90", reading -> Units.p90(samples(reading)))
        .quantity("", reading -> workload(reading).rate(samples(reading)))
        .text("", BaselineSection::note)
        .rows(lines.stream().flatMap(line -> readings(line).stream()).toList());
  }

  private Workload workload(BaselineReading reading) {
    return history.run().subject().workload(reading.shape());
  }

  private List<BaselineReading> readings(Line line) {
    return history.baselines().stream()
        .filter(reading -> reading.shape().equals(line.shape()))
        .toList();
  }

  public List<Block> chapter() {
    return List.of(
        new Block.Heading(2, "Baselines"),
        Block.Paragraph.of(
            sentence(),
            "Baselines are timed in the rounds of the finals and do not affect the verdict."),
        table(),
        all(),
        Block.Bullets.of(libraryLines(history.baselines())));
  }

  SequencedMap<String, @Nullable Object> json() {
    var shape =
        new Data.Columns<Line>()
            .add("shape", Line::shape)
            .add("fastest", Line::baseline)
            .add("speedup", line -> line.speedUp().map(BestResult::speedUp))
            .add("measured", line -> json(readings(line), line.workload()));
    return new Data.Columns<BaselineSection>()
        .add("ours", BaselineSection::subject)
        .add("sentence", BaselineSection::sentence)
        .add("shapes", section -> shape.objects(section.lines()))
        .object(this);
  }

  private static final String DIFFERS = "differs";

  static Optional<BaselineReading> fastest(List<BaselineReading> readings, String shape) {
    return readings.stream()
        .filter(reading -> reading.shape().equals(shape) && reading.isRight())
        .min(Comparator.comparingDouble(reading -> samples(reading).orElseThrow().p50()));
  }

  public static Optional<Samples> samples(BaselineReading reading) {
    return reading.measurement().map(Measurement::samples);
  }

  /** {@code measured}, {@code differs} or {@code refused}. */
  static String status(BaselineReading reading) {
    return reading.measurement().isEmpty() ? "refused" : reading.isRight() ? "measured" : DIFFERS;
  }

  /**
   * The reason why a baseline does not count, on one line; empty for a correct baseline.
   *
   * <p>For example {@code differs: 3 of 64 elements of C are wrong; element 7 is 1.5, expected 1.0
   * (20× the tolerance)}.
   */
  static String note(BaselineReading reading) {
    return reading.measurement().isEmpty()
        ? "refused: " + reading.refusal()
        : reading.difference().map(BaselineSection::difference).orElse("");
  }

  private static String difference(OutputComparison worst) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d elements of %s are wrong; element %d is %.6g, expected %.6g (%.3g× the"
            + " tolerance)",
        DIFFERS,
        worst.wrong(),
        worst.elements(),
        worst.argument(),
        worst.worstIndex(),
        worst.actual(),
        worst.expected(),
        worst.excess());
  }

  static List<String> libraryLines(List<BaselineReading> readings) {
    var lines = new LinkedHashMap<String, String>();
    for (BaselineReading reading : readings) {
      if (!reading.library().isEmpty()) {
        String line = reading.baseline() + ": " + reading.library();
        lines.putIfAbsent(reading.baseline(), line);
      }
    }
    return List.copyOf(lines.values());
  }

  static List<SequencedMap<String, @Nullable Object>> json(
      List<BaselineReading> readings, Workload workload) {
    return new Data.Columns<BaselineReading>()
        .add("baseline", BaselineReading::baseline)
        .add("library", BaselineReading::library)
        .add("status", BaselineSection::status)
        .add("reason", reading -> Optional.of(note(reading)).filter(note -> !note.isEmpty()))
        .addAll(
            "",
            BestResult.Times.FIELDS,
            reading -> Optional.of(new BestResult.Times(samples(reading), workload)))
        .objects(readings);
  }
}
