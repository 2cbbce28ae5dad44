package dev.evokernel.report.page;

import dev.evokernel.importance.Band;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.Influence;
import dev.evokernel.importance.Influence.Level;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which parameters matter, what each of their values does, and which act together. */
final class ParametersSection {

  private static final String ID = "parameters";
  private static final String HEADING = "Which parameters matter";

  /** Parameters that get a curve: the rest explain next to nothing. */
  private static final int CURVES = 9;

  private ParametersSection() {}

  /** A share of the variance, by itself and with others, with the ends of its interval. */
  record Share(String name, double first, double total, double low, double high) {}

  /**
   * What the values of a parameter do.
   *
   * @param values as text
   * @param average time relative to the mean of the values; each with its interval, null for none
   * @param best time relative to the best, when that takes the value
   * @param measured the same as measured
   * @param chosen the place of the best's value
   * @param theDefault the place of the default's
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
          Part.Text.of("Too few configurations were measured to tell which parameters matter."));
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
    List<Influence> rest = importance.influences().stream().filter(one -> !one.matters()).toList();
    if (!importance.isTrusted()) {
      return "The model predicts only %s of the variance of configurations that were held out: take what follows as a guess."
          .formatted(Numbers.percent(Math.max(0, importance.explained())));
    }
    String leading =
        matter.stream()
            .limit(3)
            .map(one -> one.name() + " (" + Numbers.percent(one.total().value()) + ")")
            .collect(Collectors.joining(", "));
    String first =
        leading.isEmpty() ? "No parameter matters." : "What matters most: " + leading + ".";
    return rest.isEmpty()
        ? first
        : first
            + " "
            + rest.stream().map(Influence::name).collect(Collectors.joining(", "))
            + (rest.size() == 1 ? " does not matter." : " do not matter.");
  }

  private static String basis(StudiedRun run, Importance importance) {
    return "Shares of the variance of log time over %s, from a Gaussian process through the %s measured; it predicts %s of the variance of what was held out. Intervals are 90 %%, from refitting it to halves of the measurements. Where constraints tie parameters to each other, one can explain more by itself than it decides while the others are held."
        .formatted(
            run.isSpaceKnown()
                ? "the valid configurations"
                : "the configurations that were evaluated (the valid ones are not known here)",
            Numbers.count(importance.evaluations()),
            Numbers.percent(Math.max(0, importance.explained())));
  }

  private static Part shares(Importance importance) {
    List<Share> shares =
        importance.influences().stream()
            .map(
                one ->
                    new Share(
                        one.name(),
                        Numbers.shortened(one.first().value()),
                        Numbers.shortened(one.total().value()),
                        Numbers.shortened(one.total().low()),
                        Numbers.shortened(one.total().high())))
            .toList();
    var table =
        Table.builder()
            .text("parameter")
            .quantity("by itself (90 % interval)")
            .quantity("others held (90 % interval)")
            .text("");
    for (Influence one : importance.influences()) {
      table.row(
          one.name(),
          share(one.first()),
          share(one.total()),
          one.matters() ? "" : "does not matter");
    }
    return new Part.Figure(
        new PageChart(
            "shares",
            "Share of the variance of time: by itself, and while all others are held",
            gist(importance),
            shares),
        "The numbers of this chart",
        table.build());
  }

  private static String share(Band band) {
    return "%s (%s to %s)"
        .formatted(
            Numbers.percent(band.value()),
            Numbers.percent(band.low()),
            Numbers.percent(band.high()));
  }

  private static Part pairs(Importance importance) {
    double most = importance.pairs().getFirst().share().value();
    return new Part.Bars(
        "Pairs that act together",
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
            .text("parameter")
            .text("value")
            .quantity("on average (90 % interval)")
            .quantity("the best with it (90 % interval)")
            .quantity("measured");
    for (Influence one : importance.influences()) {
      for (Level level : one.levels()) {
        table.row(
            one.name(),
            level.value(),
            level.average().map(ParametersSection::ratio).orElse("–"),
            level.best().map(ParametersSection::ratio).orElse("not valid"),
            level.measured().isPresent() ? Numbers.times(level.measured().getAsDouble()) : "");
      }
    }
    return new Part.Figure(
        new PageChart(
            "curves",
            "Time by the value of each parameter: on average, and for the best with this one value",
            "A small chart for each parameter. The table below has the same numbers.",
            shown.stream().map(one -> curve(run, one)).toList()),
        "The numbers of these charts",
        table.build());
  }

  private static String ratio(Band band) {
    return "%s (%s to %s)"
        .formatted(
            Numbers.times(band.value()), Numbers.times(band.low()), Numbers.times(band.high()));
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
            .map(one -> values.indexOf(one.value(influence.name()).toString()))
            .orElse(-1),
        values.indexOf(run.theDefault().value(influence.name()).toString()));
  }

  private static double @Nullable [] ends(Optional<Band> band) {
    return band.map(
            one ->
                new double[] {
                  Numbers.shortened(one.value()),
                  Numbers.shortened(one.low()),
                  Numbers.shortened(one.high())
                })
        .orElse(null);
  }
}
