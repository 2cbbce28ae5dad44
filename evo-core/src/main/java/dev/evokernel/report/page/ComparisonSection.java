package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.run.StoredRun;

/** Section that compares several runs: results, convergence, configurations. */
final class ComparisonSection {

  private ComparisonSection() {}

  static Section of(List<StudiedRun> runs, ZoneId zone) {
    return Section.of(
        "compare",
        "Side by side",
        Part.Text.of(overview(runs, zone)),
        Part.Text.of(new Block.Heading(3, "Time by shape"), times(runs)),
        new Part.Figure(
            new PageChart(
                "convergence",
                "Best so far of each run, relative to its own default",
                "The best so far as a line for each run, over evaluations or over time.",
                runs.stream().map(ConvergenceSection::trace).toList()),
            "Results",
            overview(runs, zone)),
        Part.Text.of(new Block.Heading(3, "Configurations"), configurations(runs)));
  }

  private static Table overview(List<StudiedRun> runs, ZoneId zone) {
    var table =
        Table.builder()
            .text("run", "kernel", "device", "started")
            .quantity("evaluations", "time")
            .text("verdict");
    for (StudiedRun studied : runs) {
      StoredRun run = studied.history().run();
      table.row(
          run.id(),
          run.subject().kernel(),
          run.provenance().device().model(),
          Units.minute(run.run().started(), zone),
          Numbers.count(studied.history().candidates().size()),
          Units.duration(run.spent()),
          studied.conclusion().headline());
    }
    return table.build();
  }

  /** A row for each shape, where equal names with different sizes are different shapes. */
  private static Table times(List<StudiedRun> runs) {
    Set<String> shapes = new LinkedHashSet<>();
    var table = Table.builder().text("shape");
    for (StudiedRun run : runs) {
      table.quantity(run.id());
      ShapeLine.of(run).forEach(line -> shapes.add(name(line)));
    }
    for (String shape : shapes) {
      var cells = new ArrayList<String>();
      cells.add(shape);
      for (StudiedRun run : runs) {
        cells.add(
            ShapeLine.of(run).stream()
                .filter(line -> name(line).equals(shape))
                .map(ComparisonSection::time)
                .findFirst()
                .orElse("–"));
      }
      table.row(cells);
    }
    return table.build();
  }

  private static String name(ShapeLine line) {
    return line.comparison().workload().shape().toString();
  }

  private static String time(ShapeLine line) {
    Optional<Samples> samples = line.comparison().best().or(line.comparison()::defaultSamples);
    String ratio = Units.formatted(", %.3f×", line.comparison().ratio());
    return samples.map(known -> Units.time(known.p50()) + ratio).orElse("–");
  }

  private static Table configurations(List<StudiedRun> runs) {
    Set<String> names = new LinkedHashSet<>();
    var table = Table.builder().text("macro");
    for (StudiedRun run : runs) {
      table.quantity(run.id());
      names.addAll(run.conclusion().configuration().values().keySet());
    }
    table.text("");
    for (String name : names) {
      List<String> values =
          runs.stream()
              .map(run -> run.conclusion().configuration().values().get(name))
              .map(value -> value == null ? "–" : value.toString())
              .toList();
      var cells = new ArrayList<String>();
      cells.add(name);
      cells.addAll(values);
      cells.add(values.stream().distinct().count() > 1 ? "differs" : "");
      table.row(cells);
    }
    return table.build();
  }
}
