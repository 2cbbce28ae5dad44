package dev.evokernel.report;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.text.Units;

/** Section that compares several runs: results, convergence, configurations. */
final class ComparisonSection {

  private ComparisonSection() {}

  static Section of(List<StudiedRun> runs) {
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
                Stream.of(overview(runs)),
                kernels.entrySet().stream()
                    .filter(kernel -> kernel.getValue().size() > 1)
                    .flatMap(
                        kernel ->
                            of(
                                kernels.size() == 1 ? "" : " of " + kernel.getKey(),
                                kernel.getValue())))
            .toList());
  }

  /** Compares runs of one kernel; times and values of different kernels do not compare. */
  private static Stream<Block> of(String kernel, List<StudiedRun> runs) {
    return Stream.of(
        new Block.Heading(3, "Time by shape" + kernel),
        times(runs),
        new Block.Chart(
            "convergence",
            "Best so far of each run%s, relative to its own default".formatted(kernel),
            "The best so far as a line for each run, over evaluations or over time.",
            runs.stream().map(StudiedRun::trace).toList(),
            "Results",
            overview(runs)),
        new Block.Heading(3, "Configurations" + kernel),
        configurations(runs));
  }

  /** Runs that have a column each, so that a narrow screen has room for them. */
  private static final int FEW = 3;

  private static Table overview(List<StudiedRun> runs) {
    var facts = new LinkedHashMap<String, Function<StudiedRun, Object>>();
    facts.put("kernel", run -> run.stored().subject().kernel());
    facts.put("device", run -> run.stored().provenance().device().model());
    facts.put("started", run -> Units.minute(run.stored().run().started(), run.zone()));
    facts.put("evaluations", run -> Numbers.count(run.history().candidates().size()));
    facts.put("time", run -> Units.duration(run.stored().spent()));
    facts.put("verdict", run -> run.conclusion().headline());
    if (runs.size() > FEW) {
      var table = new Table.Columns<StudiedRun>().text("run", StudiedRun::id);
      facts.forEach((name, fact) -> table.text(name, fact::apply));
      return table.rows(runs);
    }
    var table = new Table.Columns<Map.Entry<String, Function<StudiedRun, Object>>>();
    table.text("", Map.Entry::getKey);
    runs.forEach(run -> table.text(run.id(), fact -> fact.getValue().apply(run)));
    return table.rows(facts.entrySet());
  }

  /** A row for each shape, where equal names with different sizes are different shapes. */
  private static Table times(List<StudiedRun> runs) {
    Set<String> shapes = new LinkedHashSet<>();
    var table = new Table.Columns<String>().text("shape", shape -> shape);
    for (StudiedRun run : runs) {
      var times = new HashMap<String, String>();
      run.lines().forEach(line -> times.putIfAbsent(name(line), time(line)));
      run.lines().forEach(line -> shapes.add(name(line)));
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
