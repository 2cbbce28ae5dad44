package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.Importance.Influence;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.report.page.Part.Cell;
import dev.evokernel.store.record.Candidate;

/** Section with the best measured speed-up for each pair of values of two parameters. */
final class SlicesSection {

  private static final int SLICES = 2;

  /** Maximum number of values of a parameter in a slice. */
  private static final int MOST_VALUES = 16;

  private SlicesSection() {}

  private record Axes(String down, String across) {}

  /** The section; empty if too little is known to choose parameters. */
  static Optional<Section> of(StudiedRun run) {
    List<Part> parts = new ArrayList<>();
    run.importance().stream()
        .flatMap(SlicesSection::axes)
        .distinct()
        .filter(axes -> few(run, axes.down()) && few(run, axes.across()))
        .limit(SLICES)
        .forEach(axes -> parts.add(heat(run, axes)));
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    parts.addFirst(
        Part.Text.of(
            "The best measured speed-up over the default for each pair of values, with any other"
                + " values; a dash if no such configuration was measured."));
    return Optional.of(new Section("slices", "Slices of the space", parts));
  }

  /** The strongest pairs first, then the two strongest parameters. */
  private static Stream<Axes> axes(Importance importance) {
    List<String> names = importance.influences().stream().map(Influence::name).toList();
    return Stream.concat(
        importance.pairs().stream().map(pair -> new Axes(pair.one(), pair.other())),
        names.size() < 2 ? Stream.of() : Stream.of(new Axes(names.get(0), names.get(1))));
  }

  private static boolean few(StudiedRun run, String parameter) {
    return values(run, parameter).size() <= MOST_VALUES;
  }

  private static List<Value> values(StudiedRun run, String parameter) {
    return run.parameters().stream()
        .filter(known -> known.name().equals(parameter))
        .map(Parameter::values)
        .findFirst()
        .orElse(List.of());
  }

  private static Part heat(StudiedRun run, Axes axes) {
    List<Value> columns = values(run, axes.across());
    List<Value> rows = values(run, axes.down());
    double[][] best = new double[rows.size()][columns.size()];
    for (Candidate candidate : StudiedRun.measured(run.history())) {
      Configuration configuration = candidate.configuration();
      int row = configuration.find(axes.down()).map(rows::indexOf).orElse(-1);
      int column = configuration.find(axes.across()).map(columns::indexOf).orElse(-1);
      OptionalDouble objective = candidate.objective();
      if (row >= 0 && column >= 0 && objective.orElse(0) > 0) {
        best[row][column] = Math.max(best[row][column], 1 / objective.getAsDouble());
      }
    }
    double[] known = Stream.of(best).flatMapToDouble(Arrays::stream).filter(v -> v > 0).toArray();
    double low = Arrays.stream(known).min().orElse(1);
    double high = Arrays.stream(known).max().orElse(1);
    return new Part.Heat(
        axes.across(),
        columns.stream().map(Value::toString).toList(),
        axes.down(),
        rows.stream().map(Value::toString).toList(),
        Stream.of(best).map(row -> cells(row, low, high)).toList());
  }

  /** Warmth is logarithmic in the speed-up. */
  private static List<Cell> cells(double[] row, double low, double high) {
    double octaves = Math.log(high / low);
    return Arrays.stream(row)
        .mapToObj(
            speed ->
                speed == 0
                    ? new Cell("", 0)
                    : new Cell(
                        String.format(Locale.ROOT, "%.2f", speed),
                        octaves > 0 ? Math.log(speed / low) / octaves : 1))
        .toList();
  }
}
