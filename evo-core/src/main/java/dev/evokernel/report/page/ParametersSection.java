package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.importance.Band;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.Influence;
import dev.evokernel.importance.Influence.Level;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.record.Candidate;
import org.jspecify.annotations.Nullable;

/** Section on parameters: importance, effect of each value, interactions. */
final class ParametersSection {

  private static final String ID = "parameters";
  private static final String HEADING = "Which parameters matter";

  /** Maximum number of parameters with a curve. */
  private static final int CURVES = 9;

  private ParametersSection() {}

  /** Share of the variance of a parameter: first-order, and total with its interval. */
  record Share(String name, double first, double total, double low, double high) {}

  /**
   * Effect of the values of a parameter.
   *
   * @param values values as text
   * @param average time relative to the mean of the values, with its interval; null if unknown
   * @param best predicted time of the best with the value, relative to the best
   * @param measured measured time of the best with the value, relative to the best
   * @param chosen index of the best's value
   * @param theDefault index of the default's value
   */
  record Curve(
      String name,
      List<String> values,
      List<double @Nullable []> average,
      List<double @Nullable []> best,
      List<@Nullable Double> measured,
      int chosen,
      int theDefault) {}

  static Section of(StudiedRun run) {
    if (run.importance().isEmpty()) {
      return Section.of(
          ID,
          HEADING,
          Part.Text.of("Too few configurations were measured to rank the parameters."));
    }
    Importance importance = run.importance().get();
    var parts = new ArrayList<Part>();
    parts.add(new Part.Text(List.of(Block.Paragraph.strong(gist(importance)))));
    parts.add(Part.Text.of(basis(run, importance)));
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

  private static Part shares(Importance importance) {
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
    var table =
        Table.builder()
            .text("parameter")
            .quantity("alone (90 % interval)", "others fixed (90 % interval)")
            .text("");
    for (Influence influence : importance.influences()) {
      table.row(
          influence.name(),
          Numbers.band(influence.first(), Numbers::percent),
          Numbers.band(influence.total(), Numbers::percent),
          influence.matters() ? "" : "does not matter");
    }
    return new Part.Figure(
        new PageChart(
            "shares",
            "Share of the variance of time: alone, and with all others fixed",
            gist(importance),
            shares),
        "The numbers of this chart",
        table.build());
  }

  private static Part pairs(Importance importance) {
    double most = importance.pairs().getFirst().share().value();
    return new Part.Bars(
        "Interactions",
        "of the variance",
        importance.pairs().stream()
            .map(
                pair ->
                    new Part.Bar(
                        pair.one() + " × " + pair.other(),
                        Numbers.percent(pair.share().value()),
                        pair.share().value() / most,
                        "%s to %s"
                            .formatted(
                                Numbers.percent(pair.share().low()),
                                Numbers.percent(pair.share().high()))))
            .toList());
  }

  private static Part curves(StudiedRun run, Importance importance) {
    List<Influence> shown = importance.influences().stream().limit(CURVES).toList();
    var table =
        Table.builder()
            .text("parameter", "value")
            .quantity(
                "on average (90 % interval)", "best with this value (90 % interval)", "measured");
    for (Influence influence : importance.influences()) {
      for (Level level : influence.levels()) {
        table.row(
            influence.name(),
            level.value(),
            level.average().map(band -> Numbers.band(band, Numbers::times)).orElse("–"),
            level.best().map(band -> Numbers.band(band, Numbers::times)).orElse("not valid"),
            level.measured().isPresent() ? Numbers.times(level.measured().getAsDouble()) : "");
      }
    }
    return new Part.Figure(
        new PageChart(
            "curves",
            "Time by the value of each parameter: on average, and for the best with this value",
            "A small chart for each parameter. The table below has the same numbers.",
            shown.stream().map(influence -> curve(run, influence)).toList()),
        "The numbers of these charts",
        table.build());
  }

  private static Curve curve(StudiedRun run, Influence influence) {
    var average = new ArrayList<double @Nullable []>();
    var best = new ArrayList<double @Nullable []>();
    var measured = new ArrayList<@Nullable Double>();
    for (Level level : influence.levels()) {
      average.add(ends(level.average()));
      best.add(ends(level.best()));
      measured.add(
          level.measured().isPresent() ? Numbers.shortened(level.measured().getAsDouble()) : null);
    }
    List<String> values = influence.levels().stream().map(Level::value).toList();
    return new Curve(
        influence.name(),
        values,
        average,
        best,
        measured,
        run.best()
            .map(Candidate::configuration)
            .map(known -> values.indexOf(known.value(influence.name()).toString()))
            .orElse(-1),
        values.indexOf(run.theDefault().value(influence.name()).toString()));
  }

  private static double @Nullable [] ends(Optional<Band> band) {
    return band.map(
            known ->
                new double[] {
                  Numbers.shortened(known.value()),
                  Numbers.shortened(known.low()),
                  Numbers.shortened(known.high())
                })
        .orElse(null);
  }
}
