package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;

/** Section that compares several runs: results, convergence, configurations. */
final class ComparisonSection {

  private ComparisonSection() {}

  static Section of(List<StudiedRun> runs, ZoneId zone) {
    Map<String, List<StudiedRun>> kernels =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.stored().subject().kernel(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return new Section(
        "compare",
        "Side by side",
        Stream.concat(
                Stream.of(Part.Text.of(overview(runs, zone))),
                kernels.entrySet().stream()
                    .filter(kernel -> kernel.getValue().size() > 1)
                    .flatMap(
                        kernel ->
                            of(
                                kernels.size() == 1 ? "" : " of " + kernel.getKey(),
                                kernel.getValue(),
                                zone)))
            .toList());
  }

  /** Compares runs of one kernel; times and values of different kernels do not compare. */
  private static Stream<Part> of(String kernel, List<StudiedRun> runs, ZoneId zone) {
    return Stream.of(
        Part.Text.of(new Block.Heading(3, "Time by shape" + kernel), times(runs)),
        new Part.Figure(
            new Part.Chart(
                "convergence",
                "Best so far of each run%s, relative to its own default".formatted(kernel),
                "The best so far as a line for each run, over evaluations or over time.",
                runs.stream().map(ConvergenceSection::trace).toList()),
            "Results",
            overview(runs, zone)),
        Part.Text.of(new Block.Heading(3, "Configurations" + kernel), configurations(runs)));
  }

  private static Table overview(List<StudiedRun> runs, ZoneId zone) {
    return new Table.Columns<StudiedRun>()
        .text("run", StudiedRun::id)
        .text("kernel", run -> run.stored().subject().kernel())
        .text("device", run -> run.stored().provenance().device().model())
        .text("started", run -> Units.minute(run.stored().run().started(), zone))
        .quantity("evaluations", run -> Numbers.count(run.history().candidates().size()))
        .quantity("time", run -> Units.duration(run.stored().spent()))
        .text("verdict", run -> run.conclusion().headline())
        .rows(runs);
  }

  /** A row for each shape, where equal names with different sizes are different shapes. */
  private static Table times(List<StudiedRun> runs) {
    Set<String> shapes = new LinkedHashSet<>();
    var table = new Table.Columns<String>().text("shape", shape -> shape);
    for (StudiedRun run : runs) {
      var times = new HashMap<String, String>();
      ShapeLine.of(run).forEach(line -> times.putIfAbsent(name(line), time(line)));
      ShapeLine.of(run).forEach(line -> shapes.add(name(line)));
      table.quantity(run.id(), shape -> times.getOrDefault(shape, "–"));
    }
    return table.rows(shapes);
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
    var table = new Table.Columns<String>().text("macro", name -> name);
    for (StudiedRun run : runs) {
      table.quantity(run.id(), name -> value(run, name));
      names.addAll(run.conclusion().configuration().values().keySet());
    }
    return table.text("", name -> isEqual(runs, name) ? "" : "differs").rows(names);
  }

  private static String value(StudiedRun run, String name) {
    return run.conclusion().configuration().find(name).map(Value::toString).orElse("–");
  }

  private static boolean isEqual(List<StudiedRun> runs, String name) {
    return runs.stream().map(run -> value(run, name)).distinct().count() == 1;
  }
}
