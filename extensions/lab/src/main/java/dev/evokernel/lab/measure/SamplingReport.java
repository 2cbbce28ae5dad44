package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.lab.measure.SamplingStudy.Racing;
import dev.evokernel.lab.measure.SamplingStudy.Reading;
import dev.evokernel.lab.measure.SamplingStudy.Way;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.report.text.Units;

/** Report of {@code evo bench sampling}. */
public record SamplingReport(
    String subject, String command, int repetitions, List<Way> ways, Racing racing)
    implements Report {

  @Override
  public Document document() {
    return Document.framed(List.of(subject, about()), findings(), command, RecordFields.of(this));
  }

  private String about() {
    return "The default, measured %d times in each way, alternating. Spread: standard deviation of the repetitions' p50. Cost: timing on all shapes, with warm-up and flushes."
        .formatted(repetitions);
  }

  private List<Block> findings() {
    var findings = new ArrayList<Block>();
    List<Reading> shapes = ways.getFirst().readings();
    for (int i = 0; i < shapes.size(); i++) {
      findings.add(Block.Together.of(Block.Paragraph.strong(shapes.get(i).shape()), table(i)));
    }
    findings.add(Block.Paragraph.of(savings()));
    return findings;
  }

  private Table table(int shape) {
    var table =
        Table.builder()
            .text("way")
            .quantity("p50", "vs default", "spread", "samples", "launches/sample", "cost");
    double usual = ways.getFirst().readings().get(shape).p50();
    for (Way way : ways) {
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

  private String savings() {

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
}
