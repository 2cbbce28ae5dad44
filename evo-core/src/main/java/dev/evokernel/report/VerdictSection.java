package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.SpeedUp;

/** Section with the verdict: each shape compared with the default, libraries and the hardware. */
record VerdictSection(StudiedRun run) {

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

  record Row(String shape, Optional<Interval> overDefault, Optional<Interval> overLibrary) {}

  record Forest(String name, List<Row> rows) {}

  List<Block> parts() {
    var parts = new ArrayList<Block>();
    parts.add(new Block.Answers(new Answers(run).all()));
    run.history().foundDefault().ifPresent(found -> parts.add(Block.Paragraph.of(found)));
    BitClasses.sentence(run.history()).ifPresent(bits -> parts.add(Block.Paragraph.of(bits)));
    if (run.lines().stream().anyMatch(line -> line.comparison().ratio().isPresent())) {
      parts.add(figure());
    }
    parts.add(table());
    PortfolioReport.of(run.history())
        .map(portfolio -> portfolio.leads() ? portfolio.tables() : portfolio.sets())
        .ifPresent(parts::addAll);
    parts.add(new Block.Details("Sizes, 90th percentiles and rates", List.of(sizes())));
    List<String> reasons = run.conclusion().reasons();
    if (!reasons.isEmpty()) {
      parts.add(new Block.Details("Reasons of the finals", List.of(Block.Bullets.of(reasons))));
    }
    return parts;
  }

  private Block figure() {
    List<Row> rows =
        run.lines().stream()
            .map(line -> new Row(line.shape(), overDefault(line), drawn(line.overLibrary())))
            .toList();
    return new Block.Chart(
        "forest",
        "Speed-up of the %s, with 95 %% CI".formatted(run.bestName()),
        "For each shape the speed-up over the default"
            + (libraries() ? " and over the fastest baseline" : "")
            + ", with its interval. The table below has the same numbers.",
        new Forest(run.bestName(), rows),
        "The numbers of this chart",
        speedUps());
  }

  private static Optional<Interval> overDefault(ShapeLine line) {
    return line.comparison().speedUp().isPresent()
        ? drawn(line.comparison().speedUp())
        : line.comparison().ratio().stream().mapToObj(Interval::of).findFirst();
  }

  private static Optional<Interval> drawn(Optional<SpeedUp> speedUp) {
    return speedUp.filter(SpeedUp::isMeasurable).map(Interval::of);
  }

  private boolean libraries() {
    return run.lines().stream().anyMatch(line -> line.overLibrary().isPresent());
  }

  private Table speedUps() {
    var table =
        new Table.Columns<ShapeLine>()
            .text("shape", ShapeLine::shape)
            .quantity("over the default", line -> line.comparison().speedUpText());
    if (libraries()) {
      table.quantity("over the fastest baseline", ShapeLine::overLibrary);
    }
    return table.rows(run.lines());
  }

  private Table table() {
    var table =
        new Table.Columns<ShapeLine>()
            .text("shape", ShapeLine::shape)
            .quantity("default", line -> Units.p50(line.comparison().defaultSamples()))
            .quantity(run.bestName(), line -> Units.p50(line.comparison().best()))
            .quantity("speed-up (95 % CI)", line -> line.comparison().speedUpText());
    if (libraries()) {
      table
          .text(
              "fastest baseline",
              line -> line.library().map(BaselineReading::baseline).orElse("none"))
          .quantity("baseline", line -> Units.p50(line.librarySamples()))
          .quantity("speed-up over it", ShapeLine::overLibrary);
    }
    if (run.lines().stream().anyMatch(line -> line.ceiling().isPresent())) {
      table.quantity("% of limit", line -> line.limitShare().map(Units::percent));
    }
    return table.rows(run.lines());
  }

  private Table sizes() {
    return new Table.Columns<Comparison>()
        .text("shape", comparison -> comparison.workload().shape())
        .quantity("default p90", comparison -> Units.p90(comparison.defaultSamples()))
        .quantity("default", comparison -> rate(comparison, comparison.defaultSamples()))
        .quantity(run.bestName() + " p90", comparison -> Units.p90(comparison.best()))
        .quantity(run.bestName(), comparison -> rate(comparison, comparison.best()))
        .rows(run.lines().stream().map(ShapeLine::comparison).toList());
  }

  private static String rate(Comparison comparison, Optional<Samples> samples) {
    return Units.rate(comparison.workload(), samples);
  }
}
