package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.LimitShare;
import dev.evokernel.report.text.Units;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.Workload;
import dev.evokernel.text.Launcher;

/** Section with the roofline: throughput of the shapes below the limits of the device. */
final class RooflineSection {

  private RooflineSection() {}

  /**
   * A configuration on a shape.
   *
   * @param intensity FLOP/byte
   * @param rate FLOP/s
   */
  record Point(String role, String shape, double intensity, double rate) {}

  /**
   * The data of the chart.
   *
   * @param peak FLOP/s; 0 if unknown
   * @param memory bytes/s from memory
   * @param cache bytes/s from the last-level cache
   */
  record Roofs(double peak, double memory, double cache, List<Point> points) {}

  static Section of(StudiedRun run) {
    RunHistory history = run.history();
    Optional<Roofline> roofline =
        LimitShare.roofline(history.limits(), history.run().subject().arithmetic());
    if (roofline.isEmpty()) {
      return Section.of("roofline", "Roofline", unknown(run));
    }
    List<ShapeLine> lines = run.lines();
    List<Point> points = new ArrayList<>();
    var table =
        Table.builder()
            .text("shape", "role")
            .quantity("FLOP/byte", "rate", "% of limit")
            .text("bound by");
    for (ShapeLine line : lines) {
      Workload work = line.comparison().workload();
      add(points, table, "default", work, line.comparison().defaultSamples(), line.ceiling());
      add(points, table, run.bestName(), work, line.comparison().best(), line.ceiling());
      add(points, table, "library", work, line.librarySamples(), line.ceiling());
    }
    Roofline roof = roofline.get();
    var parts = new ArrayList<Block>();
    if (points.isEmpty()) {
      parts.add(table.build());
    } else {
      parts.add(
          new Block.Chart(
              "roofline",
              "Rate over FLOP/byte, below the measured limits of the device",
              "A roofline with the default, the %s and the library on each shape. The table below has the same numbers."
                  .formatted(run.bestName()),
              new Roofs(
                  Numbers.shortened(roof.flopsPerSecond().orElse(0)),
                  Numbers.shortened(roof.memoryBytesPerSecond()),
                  Numbers.shortened(roof.cacheBytesPerSecond()),
                  points),
              "The numbers of this chart",
              table.build()));
    }
    return new Section("roofline", "Roofline", parts);
  }

  private static Block unknown(StudiedRun run) {
    RunHistory history = run.history();
    return RunFacts.isReplayed(history.run())
        ? Block.Paragraph.of("The limits of a recorded device are unknown.")
        : Block.Together.of(
            Block.Paragraph.of(
                "The limits of this device were not measured. Measure the limits, then write this"
                    + " page again:"),
            Block.Commands.again(LimitShare.command(history) + Launcher.results(run.results())));
  }

  private static void add(
      List<Point> points,
      Table.Builder table,
      String role,
      Workload work,
      Optional<Samples> samples,
      Optional<Ceiling> ceiling) {
    if (samples.isPresent() && ceiling.isPresent()) {
      double p50 = samples.get().p50();
      boolean placed = work.flops() > 0 && work.bytes() > 0;
      if (placed) {
        points.add(
            new Point(
                role,
                work.shape().name(),
                Numbers.shortened(work.flops() / work.bytes()),
                Numbers.shortened(1e9 * work.flops() / p50)));
      }
      table.row(
          work.shape().name(),
          role,
          placed ? Numbers.times(work.flops() / work.bytes()).replace("×", "") : "",
          Units.rate(work, p50),
          Units.percent(ceiling.get().share(p50)),
          ceiling.get().binds().label());
    }
  }
}
