package dev.evokernel.bench;

import dev.evokernel.bench.SamplingStudy.Racing;
import dev.evokernel.bench.SamplingStudy.Reading;
import dev.evokernel.bench.SamplingStudy.Way;
import dev.evokernel.report.ReportFrame;
import dev.evokernel.report.TextTable;
import dev.evokernel.report.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What {@code evo bench sampling} found out.
 *
 * @param subject kernel, shapes and device, for people
 * @param command that repeats it
 */
public record SamplingReport(SamplingStudy.Result result, String subject, String command) {

  public String text() {
    return frame().text(List.of(shapes("%s\n"::formatted, table -> table.text("  ")), racing()));
  }

  public String markdown() {
    return frame()
        .markdown(List.of(shapes("**%s**\n\n"::formatted, TextTable::markdown), racing()));
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("repetitions", result.repetitions());
    json.put("ways", result.ways().stream().map(SamplingReport::plain).toList());
    json.put("racing", plain(result.racing()));
    return frame().json(json);
  }

  private ReportFrame frame() {
    return new ReportFrame(subject, about(), command);
  }

  private String about() {
    return "The default, %d times each way in turns; the spread is the standard deviation of the repetitions' p50. The cost is that of timing on all shapes, warm-up and flushing included."
        .formatted(result.repetitions());
  }

  private String shapes(Function<String, String> heading, Function<TextTable, String> layout) {
    List<Reading> shapes = result.ways().getFirst().readings();
    return IntStream.range(0, shapes.size())
        .mapToObj(i -> heading.apply(shapes.get(i).shape()) + layout.apply(table(i)))
        .collect(Collectors.joining("\n"));
  }

  private TextTable table(int shape) {
    var table =
        new TextTable()
            .left("way")
            .right("p50")
            .right("to the default")
            .right("spread")
            .right("samples")
            .right("launches a sample")
            .right("cost");
    double usual = result.ways().getFirst().readings().get(shape).p50();
    for (Way way : result.ways()) {
      Reading reading = way.readings().get(shape);
      table.row(
          way.name(),
          Units.time(reading.p50()),
          String.format(Locale.ROOT, "%+.2f %%", 100 * (reading.p50() / usual - 1)),
          String.format(Locale.ROOT, "%.2f %%", 100 * reading.spread()),
          String.format(Locale.ROOT, "%.0f", reading.samples()),
          String.format(Locale.ROOT, "%.0f", reading.launches()),
          Units.time(way.nanos()));
    }
    return table;
  }

  private String racing() {
    Racing racing = result.racing();
    if (racing.candidates() == 0) {
      return "No configuration raced against the default.";
    }
    return String.format(
        Locale.ROOT,
        "Racing: of %d random configurations against the default, %d of %d samples were taken,"
            + " and timing took %s instead of %s (%.0f %% saved). %d times one was faster than the"
            + " default on a shape; %d of these were given up.",
        racing.candidates(),
        racing.racedSamples(),
        racing.fullSamples(),
        Units.time((double) racing.racedNanos()),
        Units.time((double) racing.fullNanos()),
        100 * (1 - racing.racedNanos() / (double) Math.max(1, racing.fullNanos())),
        racing.faster(),
        racing.dropped());
  }

  private static Map<String, Object> plain(Way way) {
    var json = new LinkedHashMap<String, Object>();
    json.put("way", way.name());
    json.put("cost_ns", way.nanos());
    json.put("shapes", way.readings().stream().map(SamplingReport::plain).toList());
    return json;
  }

  private static Map<String, Object> plain(Reading reading) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", reading.shape());
    json.put("p50_ns", reading.p50());
    json.put("spread", reading.spread());
    json.put("samples", reading.samples());
    json.put("launches_per_sample", reading.launches());
    return json;
  }

  private static Map<String, Object> plain(Racing racing) {
    var json = new LinkedHashMap<String, Object>();
    json.put("candidates", racing.candidates());
    json.put("full_ns", racing.fullNanos());
    json.put("raced_ns", racing.racedNanos());
    json.put("full_samples", racing.fullSamples());
    json.put("raced_samples", racing.racedSamples());
    json.put("faster", racing.faster());
    json.put("given_up", racing.dropped());
    return json;
  }
}
