package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.finals.PortfolioReport;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.run.Workload;
import org.jspecify.annotations.Nullable;

/** Section with the verdict: each shape compared with the default, libraries and the hardware. */
final class VerdictSection {

  private final StudiedRun run;
  private final List<ShapeLine> lines;

  VerdictSection(StudiedRun run) {
    this.run = run;
    this.lines = ShapeLine.of(run);
  }

  /** Ratio with its interval; without an interval both ends are the ratio. */
  record Interval(double value, double low, double high) {
    static Interval of(SpeedUp speedUp) {
      return new Interval(
          Numbers.shortened(speedUp.ratio()),
          Numbers.shortened(speedUp.low()),
          Numbers.shortened(speedUp.high()));
    }

    static Interval of(double ratio) {
      double shown = Numbers.shortened(ratio);
      return new Interval(shown, shown, shown);
    }
  }

  record Row(String shape, @Nullable Interval overDefault, @Nullable Interval overLibrary) {}

  record Forest(String name, List<Row> rows) {
    Forest {
      rows = List.copyOf(rows);
    }
  }

  List<Part> parts() {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Answers(Answers.of(run, lines)));
    run.history()
        .foundDefault()
        .ifPresent(found -> parts.add(Part.Text.of(Block.Paragraph.of(found))));
    if (lines.stream().anyMatch(line -> line.comparison().ratio().isPresent())) {
      parts.add(figure());
    }
    parts.add(Part.Text.of(table()));
    PortfolioReport.of(run.history())
        .ifPresent(
            portfolio -> {
              parts.add(Part.Text.of(Block.Paragraph.of(portfolio.sentence())));
              portfolio.tables().forEach(table -> parts.add(Part.Text.of(table)));
            });
    parts.add(new Part.Folded("Sizes, 90th percentiles and rates", List.of(sizes())));
    List<String> reasons = run.conclusion().reasons();
    if (!reasons.isEmpty()) {
      parts.add(new Part.Folded("Reasons of the finals", List.of(Block.Bullets.of(reasons))));
    }
    return parts;
  }

  private Part.Figure figure() {
    List<Row> rows =
        lines.stream()
            .map(
                line ->
                    new Row(
                        line.shape(),
                        overDefault(line).orElse(null),
                        line.overLibrary().map(Interval::of).orElse(null)))
            .toList();
    return new Part.Figure(
        new PageChart(
            "forest",
            "Speed-up of the %s, with 95 %% CI".formatted(run.bestName()),
            "For each shape the speed-up over the default"
                + (libraries() ? " and over the fastest library" : "")
                + ", with its interval. The table below has the same numbers.",
            new Forest(run.bestName(), rows)),
        "The numbers of this chart",
        speedUps());
  }

  private static Optional<Interval> overDefault(ShapeLine line) {
    return line.comparison()
        .speedUp()
        .map(Interval::of)
        .or(() -> line.comparison().ratio().stream().mapToObj(Interval::of).findFirst());
  }

  private boolean libraries() {
    return lines.stream().anyMatch(line -> line.overLibrary().isPresent());
  }

  private Table speedUps() {
    var table = Table.builder().text("shape").quantity("over the default");
    if (libraries()) {
      table.quantity("over the fastest library");
    }
    for (ShapeLine line : lines) {
      var cells = new ArrayList<>(List.of(line.shape(), line.comparison().speedUpText()));
      if (libraries()) {
        cells.add(line.overLibrary().map(SpeedUp::toString).orElse(""));
      }
      table.row(cells);
    }
    return table.build();
  }

  private Table table() {
    boolean limited = lines.stream().anyMatch(line -> line.ceiling().isPresent());
    var table =
        Table.builder().text("shape").quantity("default", run.bestName(), "speed-up (95 % CI)");
    if (libraries()) {
      table.text("fastest library").quantity("library", "speed-up over it");
    }
    if (limited) {
      table.quantity("% of limit");
    }
    for (ShapeLine line : lines) {
      table.row(cells(line, limited));
    }
    return table.build();
  }

  private List<String> cells(ShapeLine line, boolean limited) {
    Optional<Samples> best = line.comparison().best();
    var cells =
        new ArrayList<>(
            List.of(
                line.shape(),
                Units.p50(line.comparison().defaultSamples()),
                Units.p50(best),
                line.comparison().speedUpText()));
    if (libraries()) {
      cells.add(line.library().map(BaselineReading::baseline).orElse("none"));
      cells.add(Units.p50(line.librarySamples()));
      cells.add(line.overLibrary().map(SpeedUp::toString).orElse(""));
    }
    if (limited) {
      cells.add(line.limitShare().map(Units::percent).orElse(""));
    }
    return cells;
  }

  private Table sizes() {
    var table =
        Table.builder()
            .text("shape")
            .quantity("default p90", "default", run.bestName() + " p90", run.bestName());
    for (ShapeLine line : lines) {
      Workload work = line.comparison().workload();
      Optional<Samples> theDefault = line.comparison().defaultSamples();
      Optional<Samples> best = line.comparison().best();
      table.row(
          work.shape().toString(),
          Units.p90(theDefault),
          Units.rate(work, theDefault),
          Units.p90(best),
          Units.rate(work, best));
    }
    return table.build();
  }
}
