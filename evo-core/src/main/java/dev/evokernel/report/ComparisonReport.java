package dev.evokernel.report;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo compare}.
 *
 * @param how origin of the numbers
 * @param differences values in A and B by parameter; null for a side without the parameter
 * @param margin relative difference up to which two times count as equal
 * @param noVerdict reason for the missing verdict, if nothing was compared
 */
public record ComparisonReport(
    String base,
    String other,
    String how,
    SequencedMap<String, List<@Nullable Object>> differences,
    double margin,
    List<Line> lines,
    String noVerdict,
    String command)
    implements Report {

  /**
   * Comparison on one shape.
   *
   * @param base samples of A, {@code other} those of B; empty if not measured on the shape
   * @param comparison empty if the samples cannot be compared
   */
  public record Line(
      String shape,
      Optional<Samples> base,
      Optional<Samples> other,
      Optional<SequentialComparison.Comparison> comparison) {

    public static Line of(String shape, SequentialComparison.Comparison comparison) {
      return new Line(
          shape,
          Optional.of(comparison.base()),
          Optional.of(comparison.other()),
          Optional.of(comparison));
    }

    private Optional<Contrast> contrast() {
      return comparison.map(SequentialComparison.Comparison::contrast);
    }

    private Optional<String> bits() {
      return comparison
          .flatMap(SequentialComparison.Comparison::sameBits)
          .map(same -> same ? "equal" : "differ");
    }

    private Optional<String> formatted(String format, Function<Contrast, Double> statistic) {
      return contrast().map(statistic).map(value -> String.format(Locale.ROOT, format, value));
    }
  }

  private static final Data.Columns<Samples> TIMES =
      new Data.Columns<Samples>().add("p50_ns", Samples::p50).add("p90_ns", Samples::p90);

  private static final Data.Columns<PairedSamples> PAIR =
      new Data.Columns<PairedSamples>()
          .add("base", pair -> pair.base().nanos())
          .add("other", pair -> pair.other().nanos());

  /** Fields on one shape. Ratios are speeds: above 1 the other side is faster. */
  static final Data.Columns<SequentialComparison.Comparison> COMPARED =
      new Data.Columns<SequentialComparison.Comparison>()
          .addAll("base_", TIMES, compared -> Optional.of(compared.base()))
          .addAll("other_", TIMES, compared -> Optional.of(compared.other()))
          .add("p50", compared -> compared.contrast().typical().label())
          .add("p50_speed", compared -> Plain.of(compared.contrast().p50()))
          .add("p90", compared -> compared.contrast().tail().label())
          .add("p90_speed", compared -> Plain.of(compared.contrast().p90()))
          .add("p_value", compared -> compared.contrast().pValue())
          .add("cliffs_delta", compared -> compared.contrast().cliffsDelta())
          .add("processes", compared -> compared.contrast().processes())
          .add("samples_ns", compared -> PAIR.objects(compared.pairs()));

  private static final Data.Columns<Line> LINE =
      new Data.Columns<Line>()
          .add("shape", Line::shape)
          .addAll("", COMPARED, Line::comparison)
          .addIfPresent(
              "same_bits",
              line -> line.comparison().flatMap(SequentialComparison.Comparison::sameBits));

  private static final Data.Columns<Line> NOT_COMPARED =
      new Data.Columns<Line>()
          .add("shape", Line::shape)
          .add("p50", _ -> "not-compared")
          .addAll("base_", TIMES, Line::base)
          .addAll("other_", TIMES, Line::other);

  private static final Data.Columns<ComparisonReport> FIELDS =
      new Data.Columns<ComparisonReport>()
          .add("base", ComparisonReport::base)
          .add("other", ComparisonReport::other)
          .add("how", ComparisonReport::how)
          .add("differences", ComparisonReport::differences)
          .add("margin", ComparisonReport::margin)
          .add(
              "shapes",
              report ->
                  report.lines().stream()
                      .map(
                          line ->
                              (line.comparison().isPresent() ? LINE : NOT_COMPARED).object(line))
                      .toList())
          .add("command", ComparisonReport::command);

  public ComparisonReport {
    lines = List.copyOf(lines);
    differences = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(differences));
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of("A:  " + base, "B:  " + other, difference(), how),
        List.of(Block.Paragraph.of(conclusion()), table()),
        command,
        FIELDS.fields(this));
  }

  private String difference() {
    return differences.isEmpty()
        ? "Both have the same configuration."
        : "B differs in:  "
            + differences.entrySet().stream()
                .map(
                    values ->
                        "%s %s → %s"
                            .formatted(
                                values.getKey(),
                                Objects.requireNonNullElse(values.getValue().getFirst(), "absent"),
                                Objects.requireNonNullElse(values.getValue().getLast(), "absent")))
                .collect(Collectors.joining(", "));
  }

  private Table table() {
    return new Table.Columns<Line>()
        .text("shape", Line::shape)
        .quantity("A p50", line -> p50(line.base()))
        .quantity("p90", line -> Units.p90(line.base()))
        .quantity("B p50", line -> p50(line.other()))
        .quantity("p90", line -> Units.p90(line.other()))
        .text("B is", line -> line.contrast().map(known -> known.typical().label()))
        .text("speed of B (CI)", line -> line.contrast().map(Contrast::p50))
        .text("bits", Line::bits)
        .text("at p90 (CI)", line -> line.contrast().map(Contrast::p90))
        .text("Mann-Whitney p", line -> line.formatted("%.2g", Contrast::pValue))
        .text("Cliff's δ", line -> line.formatted("%+.2f", Contrast::cliffsDelta))
        .rows(lines);
  }

  private static String p50(Optional<Samples> samples) {
    return samples.isPresent() ? Units.p50(samples) : "not measured";
  }

  private String conclusion() {
    List<Contrast> contrasts = lines.stream().flatMap(line -> line.contrast().stream()).toList();
    if (contrasts.isEmpty()) {
      return noVerdict;
    }
    return "With a margin of %s, B is %s."
        .formatted(
            RegressionGateReport.percent(margin),
            lines.stream()
                .filter(line -> line.contrast().isPresent())
                .collect(
                    Collectors.groupingBy(
                        line -> line.contrast().orElseThrow().typical(),
                        TreeMap::new,
                        Collectors.mapping(Line::shape, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(entry -> is(entry.getKey()) + " on " + entry.getValue())
                .collect(Collectors.joining("; ")));
  }

  private static String is(Relation relation) {
    return relation == Relation.SAME ? "the same" : relation.label();
  }
}
