package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Relation;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo compare}.
 *
 * @param base name of side A
 * @param other name of side B
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
   * @param base samples of A; empty if A was not measured on the shape
   * @param other samples of B; empty if B was not measured on the shape
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
        data());
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

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("base", base);
    json.put("other", other);
    json.put("how", how);
    json.put("differences", differences);
    json.put("margin", margin);
    json.put("shapes", lines.stream().map(ComparisonReport::plain).toList());
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(Line line) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", line.shape());
    if (line.comparison().isPresent()) {
      put(json, line.comparison().get());
      line.comparison().get().sameBits().ifPresent(same -> json.put("same_bits", same));
    } else {
      json.put("p50", "not-compared");
      line.base().ifPresent(samples -> times(json, "base", samples));
      line.other().ifPresent(samples -> times(json, "other", samples));
    }
    return json;
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

  /** The JSON on one shape. Ratios are speeds: above 1 the other side is faster. */
  static void put(Map<String, Object> json, SequentialComparison.Comparison comparison) {
    Contrast contrast = comparison.contrast();
    times(json, "base", comparison.base());
    times(json, "other", comparison.other());
    json.put("p50", contrast.typical().label());
    ratio(json, "p50_speed", contrast.p50());
    json.put("p90", contrast.tail().label());
    ratio(json, "p90_speed", contrast.p90());
    json.put("p_value", contrast.pValue());
    json.put("cliffs_delta", contrast.cliffsDelta());
    json.put("processes", contrast.processes());
    json.put("samples_ns", comparison.pairs().stream().map(ComparisonReport::samples).toList());
  }

  private static Map<String, Object> samples(PairedSamples encounter) {
    var json = new LinkedHashMap<String, Object>();
    json.put("base", encounter.base().nanos());
    json.put("other", encounter.other().nanos());
    return json;
  }

  private static void times(Map<String, Object> json, String who, Samples samples) {
    json.put(who + "_p50_ns", samples.p50());
    json.put(who + "_p90_ns", samples.p90());
  }

  private static void ratio(Map<String, Object> json, String name, RatioEstimate estimate) {
    json.put(name, List.of(estimate.ratio(), estimate.low(), estimate.high()));
  }
}
