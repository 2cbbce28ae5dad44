package dev.evokernel.report;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.Block.Cell;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.store.Candidate;
import dev.evokernel.surrogate.Importance;
import dev.evokernel.surrogate.Importance.Band;
import dev.evokernel.surrogate.Importance.Influence;
import dev.evokernel.surrogate.Importance.Influence.Level;

/** Sections on parameters: importance, effect of each value, interactions, slices of the space. */
final class ParametersSection {

  private static final String ID = "parameters";
  private static final String HEADING = "Which parameters matter";

  private static final int CURVES = 9;

  private ParametersSection() {}

  /** Share of the variance of a parameter: first-order, and total with its interval. */
  record Share(String name, double first, double total, double low, double high) {}

  /**
   * Times by the values of a parameter: relative to the mean of the values, and predicted and
   * measured of the best with each value, relative to the best; the indices are those of the best
   * and the default.
   */
  record Curve(
      String name,
      List<String> values,
      List<Optional<double[]>> average,
      List<Optional<double[]>> best,
      List<OptionalDouble> measured,
      int chosen,
      int theDefault) {}

  static Section of(StudiedRun run) {
    if (run.importance().isEmpty()) {
      return Section.of(
          ID,
          HEADING,
          Block.Paragraph.of("Too few configurations were measured to rank the parameters."));
    }
    Importance importance = run.importance().get();
    var parts = new ArrayList<Block>();
    parts.add(Block.Paragraph.strong(gist(importance)));
    parts.add(Block.Paragraph.of(basis(run, importance)));
    parts.add(shares(importance));
    if (!importance.pairs().isEmpty()) {
      parts.add(pairs(importance));
    }
    parts.add(curves(run, importance));
    return new Section(ID, HEADING, parts);
  }

  private static String gist(Importance importance) {
    List<Influence> matter = importance.influences().stream().filter(Influence::matters).toList();
    List<Influence> rest =
        importance.influences().stream().filter(influence -> !influence.matters()).toList();
    if (!importance.isTrusted()) {
      return "The model predicts only %s of the variance of held-out configurations: the numbers below are a guess."
          .formatted(Numbers.percent(Math.max(0, importance.explained())));
    }
    String leading =
        matter.stream()
            .limit(3)
            .map(
                influence ->
                    "%s (%s)"
                        .formatted(influence.name(), Numbers.percent(influence.total().value())))
            .collect(Collectors.joining(", "));
    String first = leading.isEmpty() ? "No parameter matters." : "Most important: " + leading + ".";
    return rest.isEmpty()
        ? first
        : first
            + " "
            + rest.stream().map(Influence::name).collect(Collectors.joining(", "))
            + (rest.size() == 1 ? " does not matter." : " do not matter.");
  }

  private static String basis(StudiedRun run, Importance importance) {
    return "Shares of the variance of log time over %s, from a Gaussian process fitted to %s measurements. The model predicts %s of the variance of held-out configurations. 90 %% intervals come from refits to halves of the measurements. If constraints couple parameters, a share alone can exceed the share with the others fixed."
        .formatted(
            run.isSpaceKnown()
                ? "the valid configurations"
                : "the evaluated configurations (the valid ones are unknown)",
            Numbers.count(importance.evaluations()),
            Numbers.percent(Math.max(0, importance.explained())));
  }

  private static Block shares(Importance importance) {
    List<Share> shares =
        importance.influences().stream()
            .map(
                influence ->
                    new Share(
                        influence.name(),
                        Numbers.shortened(influence.first().value()),
                        Numbers.shortened(influence.total().value()),
                        Numbers.shortened(influence.total().low()),
                        Numbers.shortened(influence.total().high())))
            .toList();
    Table table =
        new Table.Columns<Influence>()
            .text("parameter", Influence::name)
            .quantity("alone (90 % interval)", influence -> percents(influence.first()))
            .quantity("others fixed (90 % interval)", influence -> percents(influence.total()))
            .text("", influence -> influence.matters() ? "" : "does not matter")
            .rows(importance.influences());
    return new Block.Chart(
        "shares",
        "Share of the variance of time: alone, and with all others fixed",
        gist(importance),
        shares,
        "The numbers of this chart",
        table);
  }

  private static Block pairs(Importance importance) {
    double most = importance.pairs().getFirst().share().value();
    return new Block.Bars(
        "Interactions",
        "of the variance",
        importance.pairs().stream()
            .map(
                pair ->
                    new Block.Bar(
                        pair.one() + " × " + pair.other(),
                        Numbers.percent(pair.share().value()),
                        pair.share().value() / most,
                        "%s to %s"
                            .formatted(
                                Numbers.percent(pair.share().low()),
                                Numbers.percent(pair.share().high()))))
            .toList());
  }

  private static Block curves(StudiedRun run, Importance importance) {
    List<Influence> shown = importance.influences().stream().limit(CURVES).toList();
    List<Effect> effects =
        importance.influences().stream()
            .flatMap(of -> of.levels().stream().map(level -> new Effect(of.name(), level)))
            .toList();
    Table table =
        new Table.Columns<Effect>()
            .text("parameter", Effect::parameter)
            .text("value", effect -> effect.level().value())
            .quantity("on average (90 % interval)", effect -> times(effect.level().average(), "–"))
            .quantity(
                "best with this value (90 % interval)",
                effect -> times(effect.level().best(), "not valid"))
            .quantity(
                "measured", effect -> Numbers.formatted(Numbers::times, effect.level().measured()))
            .rows(effects);
    return new Block.Chart(
        "curves",
        "Time by the value of each parameter: on average, and for the best with this value",
        "A small chart for each parameter. The table below has the same numbers.",
        shown.stream().map(influence -> curve(run, influence)).toList(),
        "The numbers of these charts",
        table);
  }

  private record Effect(String parameter, Level level) {}

  private static String percents(Band band) {
    return Numbers.band(band, Numbers::percent);
  }

  private static String times(Optional<Band> band, String unknown) {
    return band.map(
            known ->
                RatioEstimate.isMeasurable(known.low(), known.high())
                    ? Numbers.band(known, Numbers::times)
                    : "too uncertain")
        .orElse(unknown);
  }

  private static Curve curve(StudiedRun run, Influence influence) {
    List<String> values = influence.levels().stream().map(Level::value).toList();
    return new Curve(
        influence.name(),
        values,
        influence.levels().stream().map(level -> ends(level.average())).toList(),
        influence.levels().stream().map(level -> ends(level.best())).toList(),
        influence.levels().stream().map(level -> shortened(level.measured())).toList(),
        run.best()
            .map(Candidate::configuration)
            .map(known -> values.indexOf(known.value(influence.name()).toString()))
            .orElse(-1),
        values.indexOf(run.theDefault().value(influence.name()).toString()));
  }

  private static Optional<double[]> ends(Optional<Band> band) {
    return band.map(known -> Numbers.shortened(known.value(), known.low(), known.high()));
  }

  private static OptionalDouble shortened(OptionalDouble value) {
    return value.stream().map(Numbers::shortened).findFirst();
  }

  private static final int SLICES = 2;

  private static final int MOST_VALUES = 16;

  private record Axes(String down, String across) {}

  /** The section; empty if too little is known to choose parameters. */
  static Optional<Section> slices(StudiedRun run) {
    List<Block> parts = new ArrayList<>();
    run.importance().stream()
        .flatMap(ParametersSection::axes)
        .distinct()
        .filter(axes -> few(run, axes.down()) && few(run, axes.across()))
        .limit(SLICES)
        .forEach(axes -> parts.add(heat(run, axes)));
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    parts.addFirst(
        Block.Paragraph.of(
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

  private static Block heat(StudiedRun run, Axes axes) {
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
    return new Block.Heat(
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
