package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.lab.measure.SamplingStudy.Racing;
import dev.evokernel.lab.measure.SamplingStudy.Reading;
import dev.evokernel.lab.measure.SamplingStudy.Way;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;

/** Report of {@code evo bench sampling}. */
public record SamplingReport(SamplingStudy.Result result, String subject, String command)
    implements Report {

  @Override
  public Document document() {
    return Document.framed(List.of(subject, about()), findings(), command, data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.put("repetitions", result.repetitions());
    json.put("ways", result.ways().stream().map(SamplingReport::plain).toList());
    json.put("racing", plain(result.racing()));
    return Data.Fields.of(json);
  }

  private String about() {
    return "The default, measured %d times in each way, alternating. Spread: standard deviation of the repetitions' p50. Cost: timing on all shapes, with warm-up and flushes."
        .formatted(result.repetitions());
  }

  private List<Block> findings() {
    var findings = new ArrayList<Block>();
    List<Reading> shapes = result.ways().getFirst().readings();
    for (int i = 0; i < shapes.size(); i++) {
      findings.add(Block.Together.of(Block.Paragraph.strong(shapes.get(i).shape()), table(i)));
    }
    findings.add(Block.Paragraph.of(racing()));
    return findings;
  }

  private Table table(int shape) {
    var table =
        Table.builder()
            .text("way")
            .quantity("p50")
            .quantity("vs default")
            .quantity("spread")
            .quantity("samples")
            .quantity("launches/sample")
            .quantity("cost");
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
    return table.build();
  }

  private String racing() {
    Racing racing = result.racing();
    if (racing.candidates() == 0) {
      return "Racing: no configuration was measured.";
    }
    return String.format(
        Locale.ROOT,
        "Racing: %d random configurations against the default took %d of %d samples and %s instead"
            + " of %s (%.0f %% saved). Pairs of a configuration and a shape that beat the default:"
            + " %d; given up by mistake: %d.",
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
